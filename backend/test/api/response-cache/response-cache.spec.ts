import { get as httpGet } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ResponseCache } from '../../../src/api/response-cache/response-cache.js';
import { Post } from '../../../src/domain/post/post.js';
import { Quarantine } from '../../../src/kernel/log/quarantine.js';
import type { Post as ShownPost } from '../../../src/projections/leaderboard/shown-posts.js';
import { useOwnApp } from '../../support/app.js';
import { verified } from '../../support/people.js';
import { publishPost, rate, send } from '../../support/posts.js';

/** An answer as it was sent: `fetch` would decompress it and accept each coding. */
interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

describe('cached answers', () => {
  const app = useOwnApp('looks at whole boards, and moves the clock');
  const raw = (path: string, headers: Record<string, string> = {}, method = 'GET', setHost = true) =>
    new Promise<Raw>((resolve, reject) => {
      httpGet(`${app.url}${path}`, { headers, method, setHost, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers as Raw['headers'],
            body: Buffer.concat(chunks),
          }),
        );
      }).on('error', reject);
    });
  const stateAt = (path: string) => {
    const kept = app.server.get(ResponseCache, { strict: false });
    const answer = kept.at(path);
    return (answer && kept.stateOf(answer)) ?? null;
  };
  const board = '/api/posts?sort=top&limit=50';

  it('are composed once for all, whatever cookies come with a request', async () => {
    const { browser: ann } = await verified(app, 'ann@example.org');
    const id = await publishPost(app, 'ann', 7);
    const first = await raw(`/api/posts/${id}`);
    const state = stateAt(`/api/posts/${id}`);
    expect(state?.plain.body).toEqual(first.body);
    expect((await ann.get<ShownPost>(`/api/posts/${id}`)).body).toEqual(JSON.parse(String(first.body)));
    expect(stateAt(`/api/posts/${id}`)).toBe(state);
  });

  it('have the headers of every other answer, an ETag, and what caches must know', async () => {
    await publishPost(app, 'ann', 7);
    const composed = await raw(board);
    const kept = await raw(board, { 'x-request-id': 'asked-for-12345' });
    const { date: _, 'x-request-id': own, connection: __, ...headers } = kept.headers;
    expect(own).toBe('asked-for-12345');
    expect(composed.headers).toMatchObject(headers);
    expect(headers).toMatchObject({
      'cache-control': 'public, no-cache',
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(kept.body.length),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect((await raw('/health/ready')).headers['etag']).toBeUndefined();
  });

  it('are not sent again to a client that has them, kept or not', async () => {
    await publishPost(app, 'ann', 7);
    const { headers, body } = await raw(board);
    const etag = headers['etag'] ?? '';
    for (const named of [etag, `"other", W/${etag}`, '*']) {
      const unchanged = await raw(board, { 'if-none-match': named });
      expect(unchanged).toMatchObject({ status: 304, body: Buffer.alloc(0) });
      expect(unchanged.headers).toMatchObject({ etag, 'cache-control': 'public, no-cache' });
      expect(unchanged.headers).not.toHaveProperty('content-length');
    }
    app.server.get(Quarantine).onChange();
    expect(stateAt(board)).toBeNull();
    expect(await raw(board, { 'if-none-match': etag })).toMatchObject({ status: 304 });
    expect(await raw(board, { 'if-none-match': '"other"' })).toMatchObject({ status: 200, body });
  });

  it('have no body for HEAD', async () => {
    await publishPost(app, 'ann', 7);
    const { headers, body } = await raw(board);
    const head = await raw(board, {}, 'HEAD');
    expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    expect(head.headers).toMatchObject({ etag: headers['etag'], 'content-length': String(body.length) });
  });

  it.each([
    ['br', 'gzip;q=0.5, br', brotliDecompressSync],
    ['gzip', 'br;q=0, gzip', gunzipSync],
    ['gzip', '*', brotliDecompressSync],
  ] as const)('are compressed to %s for "%s"', async (coding, accept, decompress) => {
    for (let post = 0; post < 12; post += 1) await publishPost(app, `p${post}`, post % 10);
    const plain = await raw(board, { 'accept-encoding': 'identity' });
    expect(plain.body.length).toBeGreaterThan(4096);
    for (let turn = 0; turn < 2; turn += 1) {
      const coded = await raw(board, { 'accept-encoding': accept });
      const best = accept === '*' ? 'br' : coding;
      expect(coded.headers['content-encoding']).toBe(best);
      expect(coded.headers['etag']).toBe(plain.headers['etag']?.replace(/"$/, `-${best}"`));
      expect(decompress(coded.body)).toEqual(plain.body);
      const unchanged = { 'accept-encoding': accept, 'if-none-match': coded.headers['etag'] ?? '' };
      expect((await raw(board, unchanged)).status).toBe(304);
    }
  });

  it('show a write as soon as it is acknowledged', async () => {
    const id = await publishPost(app, 'ann', 7);
    const other = await publishPost(app, 'ann', 5);
    for (const [turn, path] of [`/api/posts/${id}`, board, `/api/posts/${id}/rank`].entries()) {
      const before = await raw(path);
      await rate(app, id, 'ann', turn);
      expect(JSON.parse(String((await raw(path)).body))).not.toEqual(JSON.parse(String(before.body)));
    }
    const others =
      stateAt(`/api/posts/${other}`) ?? (await raw(`/api/posts/${other}`), stateAt(`/api/posts/${other}`));
    await rate(app, id, 'ann', 9);
    expect(stateAt(`/api/posts/${other}`)).toBe(others);
    await send(app, Post.DeletePost({ postId: id, ownerId: 'ann', because: 'owner' }));
    expect((await raw(`/api/posts/${id}`)).status).toBe(404);
    expect(String((await raw(board)).body)).not.toContain(id);
  });

  it('stay when something changes that they do not show', async () => {
    const [first, second] = [await publishPost(app, 'zoe', 10), await publishPost(app, 'zoe', 0)];
    await raw('/api/posts?sort=top&limit=1');
    const state = stateAt('/api/posts?sort=top&limit=1');
    expect(String(state?.plain.body)).toContain(first);
    await rate(app, second, 'zoe', 1);
    expect(stateAt('/api/posts?sort=top&limit=1')).toBe(state);
    await rate(app, first, 'zoe', 10);
    expect(stateAt('/api/posts?sort=top&limit=1')).toBeNull();
  });

  it('are public: errors and what only its owner sees are not kept', async () => {
    const { browser: owner, user: me } = await verified(app, 'owner@example.org');
    const id = await publishPost(app, me.id, 8, { moderationFlags: ['may show a face'] });
    for (const path of [`/api/posts/${id}`, `/api/posts/${id}/rank`, `/api/posts/${id}/comments`]) {
      for (let turn = 0; turn < 2; turn += 1) {
        const own = await owner.get(path);
        expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
        const others = await raw(path);
        expect([others.status, others.headers['cache-control']]).toEqual([404, 'private, no-store']);
      }
      expect(stateAt(path)).toBeNull();
    }
    expect((await raw('/api/posts?limit=0')).headers['cache-control']).toBe('private, no-store');
    expect(stateAt('/api/posts?limit=0')).toBeNull();
  });

  it('are left to the server for a request that may be no plain read', async () => {
    await publishPost(app, 'ann', 7);
    await raw(board);
    expect(stateAt(board)).not.toBeNull();
    expect(
      (await raw(board, { origin: 'http://elsewhere.example' }, 'DELETE')).status,
    ).toBeGreaterThanOrEqual(400);
    expect((await raw(board, { 'content-length': '0' })).status).toBe(200);
    expect((await raw(board, {}, 'GET', false)).status).toBe(400);
  });

  it('end with the week that they took for the current one', async () => {
    await publishPost(app, 'ann', 8);
    const path = '/api/leaderboard/weekly';
    expect(JSON.parse(String((await raw(path)).body))).toMatchObject({ week: '2026-W47' });
    app.clock.advance(3 * 86_400_000);
    const later = await raw(path);
    expect([later.status, JSON.parse(String(later.body))]).toEqual([
      200,
      expect.objectContaining({ week: '2026-W48' }),
    ]);
  });
});
