import { Writable } from 'node:stream';
import { ShareCards } from '../../src/api/share-cards/share-cards.service.js';
import { Post } from '../../src/domain/post/post.js';
import { useOwnApp } from '../support/app.js';
import { verified, usePerson } from '../support/people.js';
import { publishPost, rate, send } from '../support/posts.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const PUBLIC_URL = 'https://footnote.example';

/** The tags that the server wrote into a page, by name. Each name may occur once. */
function headOf(html: string): Record<string, string> {
  const head = html.slice(0, html.indexOf('</head>'));
  const tags: Record<string, string> = {};
  const keep = (name: string, value: string) => {
    expect(tags).not.toHaveProperty([name]);
    tags[name] = value;
  };
  for (const [, title = ''] of head.matchAll(/<title[^>]*>([^<]*)<\/title>/g)) keep('title', title);
  for (const [, name = '', value = ''] of head.matchAll(
    /<meta (?:name|property)="([^"]+)" content="([^"]*)"/g,
  ))
    keep(name, value);
  for (const [, value = ''] of head.matchAll(/<link rel="canonical" href="([^"]+)"/g))
    keep('canonical', value);
  return tags;
}

describe('the head of a post page', () => {
  let logged = '';
  const log = new Writable({
    write: (chunk: Buffer, _, done) => {
      logged += chunk.toString();
      done();
    },
  });
  const app = useOwnApp('not shared yet', { env: { PUBLIC_URL, ALLOW_SANDBOX: 'yes' }, log });
  const ann = usePerson(app, 'ann@example.org');
  const ask = (address: string, headers: Record<string, string> = {}) =>
    fetch(`${app.url}${address}`, {
      // Otherwise Node sends `no-cache`, and the server never answers 304.
      headers: { 'cache-control': 'max-age=0', ...headers },
    });
  const page = async (address: string) => {
    const answer = await ask(address);
    const html = await answer.text();
    return { status: answer.status, headers: answer.headers, html, head: headOf(html) };
  };

  it('describes the post and links its picture', async () => {
    const id = await publishPost(app, ann.user.id, 7.4);
    const { status, headers, head } = await page(`/post/${id}?from=elsewhere`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const name = ann.user.anonymousUsername;
    const description = 'Rated 7.4 out of 10 on the Footnote leaderboard.';
    const alt = `A photo by ${name}, rated 7.4 out of 10: GREAT.`;
    const image = head['og:image'] ?? '';
    expect(head).toMatchObject({
      title: `Photo by ${name} · Footnote`,
      description,
      canonical: `${PUBLIC_URL}/post/${id}`,
      'og:site_name': 'Footnote',
      'og:type': 'article',
      'og:title': `Photo by ${name}`,
      'og:description': description,
      'og:url': `${PUBLIC_URL}/post/${id}`,
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': alt,
      'twitter:card': 'summary_large_image',
      'twitter:image': image,
      'twitter:image:alt': alt,
    });
    expect(head).not.toHaveProperty('robots');
    expect(image).toMatch(new RegExp(`^${PUBLIC_URL}/api/posts/${id}/card\\.png\\?v=[\\w-]+$`));
    const card = await ask(image.slice(PUBLIC_URL.length));
    expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('escapes the name of the user (V1.2.1)', async () => {
    const eve = await verified(app, 'eve@example.org');
    const name = `"><script>alert('&')</script>`;
    const { status } = await eve.browser.request('PATCH', '/api/user/profile', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ displayUsername: name }),
    });
    expect(status).toBe(200);
    const { html, head, headers } = await page(`/post/${await publishPost(app, eve.user.id, 5)}`);
    expect(html).not.toContain('<script>alert');
    const written = '&quot;&gt;&lt;script&gt;alert(&#x27;&amp;&#x27;)&lt;/script&gt;';
    expect(head['og:title']).toBe(`Photo by ${written}`);
    expect(head['title']).toBe(`Photo by ${written} · Footnote`);
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  });

  it('says that a post is unrated until its first rating, which changes the address of the picture', async () => {
    const id = await publishPost(app, UNKNOWN_ID, null);
    const before = await page(`/post/${id}`);
    expect(before.head).toMatchObject({
      title: 'Photo by Anonymous · Footnote',
      description: 'Not yet rated on the Footnote leaderboard.',
      'og:image:alt': 'A photo by Anonymous, not yet rated.',
    });
    await rate(app, id, UNKNOWN_ID, 0);
    app.clock.advance(1000);
    const after = await page(`/post/${id}`);
    expect(after.head['description']).toBe('Rated 0.0 out of 10 on the Footnote leaderboard.');
    expect(after.head['og:image']).not.toBe(before.head['og:image']);
  });

  it('reveals nothing of a hidden, deleted, unknown or invalid post, not even to its owner', async () => {
    const hidden = await publishPost(app, ann.user.id, 7, { moderationFlags: ['may show a face'] });
    const deleted = await publishPost(app, ann.user.id, 7);
    await send(app, Post.DeletePost({ postId: deleted, ownerId: ann.user.id, because: 'owner' }));
    for (const id of [hidden, deleted, UNKNOWN_ID, 'no-id', '%3Cscript%3E', '__proto__']) {
      const { status, body } = await ann.get<string>(`/post/${id}`);
      expect({ id, status }).toEqual({ id, status: 404 });
      expect(headOf(body)).toEqual({
        ...basics(body),
        title: 'Post not found · Footnote',
        description: 'This post does not exist.',
        robots: 'noindex',
      });
      expect(body).toContain('<div id="root">');
    }
  });

  it('serves the page with 503 and Retry-After, and logs the cause, while the views fail (V16.3.4)', async () => {
    const asked = jest.spyOn(app.server.get(ShareCards), 'find').mockRejectedValue(new Error('no views'));
    const { status, head, html, headers } = await page(`/post/${await publishPost(app, UNKNOWN_ID, 6)}`);
    asked.mockRestore();
    expect({ status, retry: headers.get('retry-after') }).toEqual({ status: 503, retry: '5' });
    expect(head).toMatchObject({ title: 'Post · Footnote', robots: 'noindex' });
    expect(html).toContain('<div id="root">');
    const line = logged
      .split('\n')
      .find((text) => text.includes('the head of a page could not be determined'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      err: { message: 'no views', stack: expect.any(String) },
    });
  });

  it('is answered with 304 when cached, until the post changes', async () => {
    const id = await publishPost(app, UNKNOWN_ID, 6);
    const etag = (await page(`/post/${id}`)).headers.get('etag') ?? '';
    expect((await ask(`/post/${id}`, { 'if-none-match': etag })).status).toBe(304);
    await rate(app, id, UNKNOWN_ID, 10);
    app.clock.advance(1000);
    expect((await ask(`/post/${id}`, { 'if-none-match': etag })).status).toBe(200);
    expect((await ask(`/post/${UNKNOWN_ID}`, { 'if-none-match': '*' })).status).toBe(404);
  });
});

/** The tags of every page. */
function basics(html: string): Record<string, string> {
  const { viewport, 'color-scheme': scheme, 'theme-color': paper } = headOf(html);
  return {
    ...(viewport && { viewport }),
    ...(scheme && { 'color-scheme': scheme }),
    ...(paper && { 'theme-color': paper }),
  };
}
