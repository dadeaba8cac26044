import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isOutage } from '../../src/infrastructure/circuit-breaker/outage.js';
import {
  ImagesUnavailableError,
  type StoredPhoto,
  UnfitStoreError,
} from '../../src/infrastructure/images/image-store.port.js';
import { S3ImageStore, type S3Parts } from '../../src/infrastructure/images/s3-image-store.js';
import { DEADLINES } from '../../src/kernel/deadlines.js';
import { expires } from '../support/expires.js';
import { TestTimer } from '../support/timer.js';

const ID = '3f1c9a52-7d0e-4b86-9c41-2a5d8e7f6b10';
const PHOTO = { 320: Buffer.from('a'), 640: Buffer.from('b'), 1280: Buffer.from('c') };

type Answer = readonly [status: number, body?: string] | 'silence';
/** A request as `METHOD /path?query`, with ` anonymous` if it has no login. */
type Script = (request: string) => Answer;

const error = (code: string) => `<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
const versions = (status: string) =>
  `<VersioningConfiguration><Status>${status}</Status></VersioningConfiguration>`;
/** A private bucket without versions. */
const usual: Script = (request) => {
  if (request.endsWith(' anonymous')) return [403, error('AccessDenied')];
  if (request.startsWith('HEAD')) return [404];
  return [200, request.includes('?versioning') ? '<VersioningConfiguration/>' : ''];
};

// What a store does right, its contract proves on a real server.
describe('a bucket', () => {
  let answer: Script = usual;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const isAnonymous = request.headers.authorization === undefined;
    const asks = `${request.method} ${request.url}${isAnonymous ? ' anonymous' : ''}`;
    asked.push(asks);
    request.resume().once('end', () => {
      const found = answer(asks);
      if (found !== 'silence')
        response.writeHead(found[0], { 'content-type': 'application/xml' }).end(found[1]);
    });
  });
  const timer = new TestTimer();
  const opened: S3ImageStore[] = [];
  const open = (parts: Partial<S3Parts> = {}) => {
    const { port } = server.address() as AddressInfo;
    const store = new S3ImageStore(`http://key:s%2Fecret@127.0.0.1:${port}/feet`, { timer, ...parts });
    opened.push(store);
    return store;
  };

  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterEach(async () => {
    answer = usual;
    asked.length = 0;
    for (const store of opened.splice(0)) await store.close();
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('is tried when the server starts, also without a login, and left as it was', async () => {
    await open().prepare();
    expect(asked).toEqual([
      'GET /feet/?versioning=',
      'PUT /feet/footnote-trial?x-id=PutObject',
      'GET /feet/footnote-trial anonymous',
      'DELETE /feet/footnote-trial?x-id=DeleteObject',
    ]);
  });

  it.each<[string, Script, string]>([
    [
      'that everybody can read',
      (request) => (request.startsWith('GET') ? [200] : usual(request)),
      'everybody',
    ],
    [
      'that keeps versions',
      (request) => (request.includes('?versioning') ? [200, versions('Enabled')] : usual(request)),
      'versions',
    ],
    ['of another login', () => [403, error('InvalidAccessKeyId')], 'InvalidAccessKeyId'],
    ['that does not exist', () => [404, error('NoSuchBucket')], 'NoSuchBucket'],
    [
      'where nothing can be deleted',
      (request) => (request.startsWith('DELETE') ? [403, error('AccessDenied')] : usual(request)),
      'AccessDenied',
    ],
  ])('%s is refused', async (_, script, reason) => {
    answer = script;
    const store = open();
    const refused = await store.prepare().catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(UnfitStoreError);
    expect((refused as Error).message).toContain(reason);
  });

  it.each<[string, Script]>([
    [
      'has suspended versions',
      (request) => (request.includes('?versioning') ? [200, versions('Suspended')] : usual(request)),
    ],
    [
      'does not know versions',
      (request) => (request.includes('?versioning') ? [501, error('NotImplemented')] : usual(request)),
    ],
  ])('that %s is used', async (_, script) => {
    answer = script;
    const store = open();
    await store.prepare();
    expect(store.away).toBeNull();
  });

  it('that is away at the start is tried when it serves, and calls fail at once until then', async () => {
    const served = Promise.withResolvers<void>();
    const onAway = jest.fn((reason: unknown) => reason === null && served.resolve());
    answer = () => [503, error('SlowDown')];
    const store = open({ onAway });
    await store.prepare();
    expect(store.away).toContain('SlowDown');
    const before = asked.length;
    const failure = await store.exists(ID).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(ImagesUnavailableError);
    expect(isOutage(failure)).toBe(true);
    expect(asked.length).toBe(before);

    answer = usual;
    await Promise.all([served.promise, timer.advance(1000)]);
    expect(asked).toContain('DELETE /feet/footnote-trial?x-id=DeleteObject');
    expect(store.away).toBeNull();
    expect(onAway).toHaveBeenCalledTimes(2);
  });

  expires('picture store answer', async () => {
    answer = () => 'silence';
    const store = open({ breakAfterMs: Number.POSITIVE_INFINITY });
    await Promise.all([
      expect(store.open(ID, 640)).rejects.toThrow('it has not answered for 5000 ms'),
      timer.advance(DEADLINES['picture store answer'].ms),
    ]);
  });

  it('keeps no part of a photo that could not be written', async () => {
    const kept = new Set<string>();
    answer = (request) => {
      const [, method, file] = /^(\w+) .*\/(\w+\.\w+)/.exec(request) ?? [];
      if (method === 'PUT' && file === '1280.webp') return [500, error('InternalError')];
      if (method === 'PUT') kept.add(file ?? '');
      if (method === 'DELETE') kept.delete(file ?? '');
      return [200];
    };
    await expect(open().put(ID, PHOTO)).rejects.toThrow(ImagesUnavailableError);
    expect(asked.filter((request) => request.startsWith('PUT')).length).toBeGreaterThan(2);
    expect([...kept]).toEqual([]);
  });

  it('lists photos over more than one page, and nothing else', async () => {
    const objects = (...names: string[]) =>
      names.map((name) => `<Contents><Key>${name}</Key><Size>10</Size></Contents>`).join('');
    const other = ID.replace(/0$/, '1');
    const pages = [
      `${objects('footnote-trial', `10/6b/${ID}/1280.webp`)}<NextContinuationToken>next</NextContinuationToken>`,
      objects(`10/6b/${ID}/320.webp`, `10/6b/${ID}/card.png`, `11/6b/${other}/320.webp`, `11/${ID}/320.webp`),
    ];
    answer = (request) => [
      200,
      `<ListBucketResult>${pages[Number(request.includes('continuation-token=next'))]}</ListBucketResult>`,
    ];
    const found: StoredPhoto[] = [];
    for await (const photo of open().stored()) found.push(photo);
    expect(found).toEqual([
      { photoId: ID, bytes: 20 },
      { photoId: other, bytes: 10 },
    ]);
  });

  it('keeps no card of a photo that was deleted while the card was written', async () => {
    let isThere = true;
    answer = (request) => {
      if (request.startsWith('PUT')) isThere = false;
      return request.startsWith('HEAD') && !isThere ? [404] : [200];
    };
    await open().putCard(ID, { tag: 'first', bytes: Buffer.from('card') });
    expect(asked.at(-1)).toBe(`DELETE /feet/10/6b/${ID}/card.png?x-id=DeleteObject`);
  });
});
