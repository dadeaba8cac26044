import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Group, Sender } from '../../src/api/http/concurrency-slots.js';
import { UploadConcurrency, UPLOAD_LIMITS } from '../../src/api/http/upload-concurrency.js';
import { useOwnApp } from '../support/app.js';
import { verified } from '../support/people.js';
import { jpegPhoto, svgPicture } from '../support/photos.js';
import type { Visitor } from '../support/visitor.js';
import { type RawAnswer, answerOn, connectionTo } from '../support/raw-http.js';

const BUSY = 'Many photos are being uploaded right now. Please try again in a minute.';
const OWN =
  'Several photos are being uploaded from your network already. Please wait until they have arrived.';

const LOCAL: Sender = { group: 'visitors', caller: 'address 127.0.0.1', site: '127.0.0.1' };
/** A sender of each number, of a site of its own. */
const sender = (group: Group, index: number): Sender => ({ group, caller: `${index}`, site: `${index}` });

describe('photos that wait', () => {
  it('of visitors and unverified accounts leave places for people', () => {
    const turns = new UploadConcurrency();
    const { visitors, unverified } = UPLOAD_LIMITS.waiting.most;
    for (let index = 0; index < visitors; index += 1) turns.wait(sender('visitors', index));
    for (let index = 0; index < unverified; index += 1) turns.wait(sender('unverified', 1000 + index));
    for (const group of ['visitors', 'unverified'] as const) {
      expect(() => turns.wait(sender(group, 2000))).toThrow(BUSY);
      expect(() => turns.arrive(sender(group, 2000), () => undefined)).toThrow(BUSY);
    }
    turns.arrive(sender('people', 3000), () => undefined);
    turns.wait(sender('people', 3000));
  });

  it('leave places for people, also when some of them take as many as they may', () => {
    const turns = new UploadConcurrency();
    const { most, ofCaller } = UPLOAD_LIMITS.waiting;
    for (let index = 0; index < most.visitors; index += 1) turns.wait(sender('visitors', index));
    for (let index = 0; index < most.unverified; index += 1) turns.wait(sender('unverified', 1000 + index));
    for (let count = 0; count < ofCaller; count += 1) turns.wait(sender('people', 3000));
    expect(() => turns.wait(sender('people', 3000))).toThrow(OWN);
    for (let index = 0; index < ofCaller; index += 1) turns.wait(sender('people', 4000 + index));
  });

  it('of one site are at most half of those of all', () => {
    const turns = new UploadConcurrency();
    const { ofSite, most } = UPLOAD_LIMITS.waiting;
    expect(ofSite).toBeLessThanOrEqual(most.visitors / 2);
    const ofOne = (index: number): Sender => ({ group: 'visitors', caller: `${index}`, site: 'one' });
    for (let index = 0; index < ofSite; index += 1) turns.wait(ofOne(index));
    expect(() => turns.arrive(ofOne(ofSite), () => undefined)).toThrow(OWN);
  });
});

describe('a server that has no room for an upload', () => {
  const app = useOwnApp('not shared yet', { env: { RATE_LIMITS: 'on' } });
  let turns: UploadConcurrency;
  beforeAll(async () => {
    turns = app.server.get(UploadConcurrency, { strict: false });
  });
  const upload = async () => app.browser().uploadPhoto(await jpegPhoto(4));
  const wait = () =>
    Array.from({ length: UPLOAD_LIMITS.waiting.most.visitors }, (_, index) =>
      turns.wait(sender('visitors', index)),
    );
  const arrive = () =>
    Array.from({ length: UPLOAD_LIMITS.arriving.ofCaller }, () => turns.arrive(LOCAL, () => undefined));

  it('answers 503 and when to try again, until it has room', async () => {
    const waiting = wait();
    const { status, headers, body } = await upload();
    expect([status, headers.get('retry-after')]).toEqual([503, '15']);
    expect(body).toMatchObject({ message: BUSY, code: 'busy' });
    waiting.forEach((done) => done());
    expect((await upload()).status).toBe(201);
  });

  it('answers 429 to visitors of a network that has several, not to a verified person beside them', async () => {
    const arriving = arrive();
    const { status, headers, body } = await upload();
    expect([status, headers.get('retry-after')]).toEqual([429, '15']);
    expect(body).toMatchObject({ message: OWN });
    const { browser: ann } = await verified(app, 'ann@example.org');
    expect((await ann.uploadPhoto(await jpegPhoto(6))).status).toBe(201);
    arriving.forEach((arrived) => arrived());
  });

  it('has room again after each upload, whatever became of it', async () => {
    for (const photo of [svgPicture(), await jpegPhoto(5)]) await app.browser().uploadPhoto(photo);
    await app.browser().upload('/api/upload', await jpegPhoto(5), { field: 'other' });
    const taken = [...arrive(), ...wait()];
    expect(taken).toHaveLength(UPLOAD_LIMITS.arriving.ofCaller + UPLOAD_LIMITS.waiting.most.visitors);
    taken.forEach((end) => end());
  });
});

describe('slow uploads of strangers', () => {
  const sockets: Socket[] = [];
  // Before the server stops, which waits for them.
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
  });
  const app = useOwnApp('not shared yet', {
    env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1', ALLOW_SANDBOX: 'yes' },
  });
  let ann: Visitor;
  let server: Server;
  beforeAll(async () => {
    ({ browser: ann } = await verified(app, 'ann@example.org'));
    server = app.server.getHttpServer() as Server;
  });

  /** Begins an upload from an address, and stops once the server has decided. Gives what it will be answered. */
  const begin = async (address: string): Promise<{ socket: Socket; answer: Promise<RawAnswer> }> => {
    const socket = connectionTo(app.url);
    sockets.push(socket);
    const arriving = once(server, 'request') as Promise<[IncomingMessage]>;
    const head = [
      'POST /api/upload HTTP/1.1',
      'Host: a',
      'Origin: http://a',
      `X-Forwarded-For: ${address}`,
      'Content-Type: multipart/form-data; boundary=X',
      'Content-Length: 3000000',
    ];
    const part = ['--X', 'Content-Disposition: form-data; name="image"; filename="a.jpg"', '', 'slow'];
    socket.write([...head, '', ...part].join('\r\n'));
    const answer = answerOn(socket);
    const [request] = await arriving;
    // The server reads the body of an upload that has a place, and drops that of a refused one.
    if (!request.readableFlowing) await once(request, 'resume');
    return { socket, answer };
  };
  /** Begins 8 uploads from each of some /64 networks of a /48. */
  const beginFrom = async (site: number, networks: number) => {
    const begun = [];
    for (let network = 0; network < networks; network += 1) {
      for (let host = 1; host <= 8; host += 1) {
        begun.push(await begin(`[2001:db8:${site}:${network}::${host}]:${4000 + host}`));
      }
    }
    return begun;
  };

  it('take 16 places for a /48, and its other connections are closed', async () => {
    const begun = await beginFrom(1, 8);
    expect((await ann.uploadPhoto(await jpegPhoto(1))).status).toBe(201);
    const refused = await Promise.all(begun.slice(16).map(({ answer }) => answer));
    for (const { status, headers, body } of refused) {
      expect([status, headers.get('connection'), JSON.parse(body).message]).toEqual([429, 'close', OWN]);
    }
    expect(begun.map(({ socket }) => socket.destroyed).indexOf(true)).toBe(16);
  });

  it('give their places to people and to visitors of other networks when all are taken', async () => {
    const [first, second] = sockets;
    for (const site of [2, 3, 4]) await beginFrom(site, 2);
    const answers = [first, second].map((socket) => socket && once(socket, 'close'));
    expect((await ann.uploadPhoto(await jpegPhoto(2))).status).toBe(201);
    await answers[0];
    expect(second?.destroyed).toBe(false);
    await begin('192.0.2.1');
    const open = sockets.filter((socket) => !socket.destroyed);
    expect(open).toHaveLength(64);
  });
});
