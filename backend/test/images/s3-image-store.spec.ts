import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
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
const PLACE = `10/6b/${ID}`;
const PHOTO = { 320: Buffer.from('a'), 640: Buffer.from('b'), 1280: Buffer.from('c') };

type Answer = readonly [status: number, body?: string | Buffer] | 'silence';

/** A request, with the name of what it asks for. */
interface Asked {
  readonly operation: 'versioning' | 'list' | 'put' | 'get' | 'delete';
  readonly key: string;
  readonly isAnonymous: boolean;
}

const error = (code: string, message = 'for a reason') =>
  `<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
const versioning = (status: string) =>
  `<VersioningConfiguration><Status>${status}</Status></VersioningConfiguration>`;
const listing = (keys: readonly string[], more = '') =>
  `<ListBucketResult>${keys.map((key) => `<Contents><Key>${key}</Key><Size>10</Size></Contents>`).join('')}${more}</ListBucketResult>`;

// What a store does right, its contract proves on a real server.
describe('a bucket', () => {
  const objects = new Map<string, Buffer>();
  const asked: Asked[] = [];
  /** Answers otherwise than a private bucket without versions; undefined for as it does. */
  let answer: (request: Asked) => Answer | undefined;

  function usual({ operation, key, isAnonymous }: Asked, body: Buffer): Answer {
    if (isAnonymous) return [403, error('AccessDenied')];
    if (operation === 'versioning') return [200, '<VersioningConfiguration/>'];
    if (operation === 'list')
      return [200, listing([...objects.keys()].filter((name) => name.startsWith(key)))];
    if (operation === 'put') objects.set(key, body);
    if (operation === 'delete') return objects.delete(key) ? [204] : [404, error('NoSuchKey')];
    const found = objects.get(key);
    return found ? [200, operation === 'get' ? found : ''] : [404, error('NoSuchKey')];
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const { method = '' } = request;
    const other = (['versioning', 'list'] as const).find((name) =>
      searchParams.has(name === 'list' ? 'list-type' : name),
    );
    const found: Asked = {
      operation: other ?? (method.toLowerCase() as 'put' | 'get' | 'delete'),
      key: searchParams.get('prefix') ?? pathname.replace('/feet/', ''),
      isAnonymous: request.headers.authorization === undefined,
    };
    asked.push(found);
    const body = await buffer(request);
    const given = answer(found) ?? usual(found, body);
    if (given !== 'silence')
      response.writeHead(given[0], { 'content-type': 'application/xml' }).end(given[1]);
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
  beforeEach(() => {
    answer = () => undefined;
    objects.clear();
    asked.length = 0;
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('is tried when the server starts, also without a login, and left as it was', async () => {
    const store = open();
    await store.prepare();
    expect(
      asked.map(({ operation, isAnonymous }) => `${operation}${isAnonymous ? ' without a login' : ''}`),
    ).toEqual(['versioning', 'put', 'get', 'get without a login', 'delete', 'list']);
    expect(store.away).toBeNull();
    expect(objects.size).toBe(0);
  });

  it.each<[string, (request: Asked) => Answer | undefined, string]>([
    [
      'that everybody can read',
      ({ key, isAnonymous }) => (isAnonymous ? [200, key] : undefined),
      'everybody can read what is in it',
    ],
    [
      'that keeps versions',
      ({ operation }) => (operation === 'versioning' ? [200, versioning('Enabled')] : undefined),
      'it keeps versions',
    ],
    [
      'that has kept versions',
      ({ operation }) => (operation === 'versioning' ? [200, versioning('Suspended')] : undefined),
      'or has kept some',
    ],
    ...(['versioning', 'put', 'get', 'delete', 'list'] as const).map(
      (denied) =>
        [
          `whose login lacks the right to ${denied}`,
          ({ operation, isAnonymous }: Asked): Answer | undefined =>
            operation === denied && !isAnonymous ? [403, error('AccessDenied')] : undefined,
          'is refused: AccessDenied: for a reason',
        ] as [string, (request: Asked) => Answer | undefined, string],
    ),
    ['that does not exist', () => [404, error('NoSuchBucket')], 'NoSuchBucket'],
    [
      'that deletes nothing',
      ({ operation }) => (operation === 'delete' ? [204] : undefined),
      'was not read back so',
    ],
  ])('%s is refused', async (_, script, reason) => {
    answer = script;
    const refused = await open()
      .prepare()
      .catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(UnfitStoreError);
    expect((refused as Error).message).toContain(reason);
  });

  it.each<[string, (request: Asked) => Answer | undefined]>([
    [
      'does not know versions',
      ({ operation }) => (operation === 'versioning' ? [501, error('NotImplemented')] : undefined),
    ],
    ['is behind a page for everybody', ({ isAnonymous }) => (isAnonymous ? [200, 'Sign in'] : undefined)],
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
    const failure = await store.exists(ID).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(ImagesUnavailableError);
    expect((failure as Error).message).toContain('for a reason');
    expect(isOutage(failure)).toBe(true);
    expect(asked.filter(({ operation }) => operation === 'list')).toEqual([]);

    await timer.pauses.atLeast(1);
    answer = () => undefined;
    await Promise.all([served.promise, timer.advance(1000)]);
    expect(asked.at(-1)?.operation).toBe('list');
    expect(store.away).toBeNull();
    expect(onAway).toHaveBeenCalledTimes(2);
  });

  it('that is gone later is away, with the reason', async () => {
    const store = open({ breakAfterMs: 0 });
    answer = () => [404, error('NoSuchBucket', 'it is gone')];
    await expect(store.exists(ID)).rejects.toThrow('it is gone');
    expect(store.away).not.toBeNull();
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
    answer = ({ operation, key }) =>
      operation === 'put' && key.endsWith('1280.webp') ? [400, error('InvalidRequest')] : undefined;
    await expect(open().put(ID, PHOTO)).rejects.toThrow(ImagesUnavailableError);
    expect(asked.filter(({ operation }) => operation === 'put').length).toBe(3);
    expect([...objects.keys()]).toEqual([]);
  });

  it('keeps a photo that another upload has written whole', async () => {
    await open().put(ID, PHOTO);
    answer = ({ operation }) => (operation === 'put' ? [400, error('InvalidRequest')] : undefined);
    await expect(open().put(ID, PHOTO)).rejects.toThrow(ImagesUnavailableError);
    expect(objects.size).toBe(3);
  });

  it.each([200, 400])('keeps no card of a photo that is deleted while it is written (%d)', async (status) => {
    const store = open();
    await store.put(ID, PHOTO);
    answer = ({ operation, key }) => {
      if (operation !== 'put') return undefined;
      for (const name of objects.keys()) objects.delete(name);
      objects.set(key, Buffer.from('card'));
      return [status, status === 200 ? '' : error('InvalidRequest')];
    };
    await store.putCard(ID, { tag: 'first', bytes: Buffer.from('card') }).catch(() => undefined);
    expect(asked.at(-1)).toMatchObject({ operation: 'delete', key: `${PLACE}/card.png` });
    expect(objects.size).toBe(0);
  });

  it('lists photos over more than one page, those of which a card is left, and nothing else', async () => {
    const [other, last] = [ID.replace(/0$/, '1'), ID.replace(/0$/, '2')];
    const more = '<IsTruncated>true</IsTruncated><NextContinuationToken>next</NextContinuationToken>';
    const pages = [
      listing(['footnote-trial', `${PLACE}/1280.webp`], more),
      listing([
        `${PLACE}/320.webp`,
        `${PLACE}/card.png`,
        `11/6b/${other}/320.webp`,
        `11/${ID}/320.webp`,
        `12/6b/${last}/card.png`,
      ]),
    ];
    answer = () => [200, pages.shift() ?? ''];
    const found: StoredPhoto[] = [];
    for await (const photo of open().stored()) found.push(photo);
    expect(found).toEqual([
      { photoId: ID, bytes: 20 },
      { photoId: other, bytes: 10 },
      { photoId: last, bytes: 0 },
    ]);
  });
});
