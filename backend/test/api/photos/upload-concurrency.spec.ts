import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Group, Sender } from '../../../src/api/http/concurrency-slots.js';
import { LimitSwitch } from '../../../src/api/http/limits.guard.js';
import { UPLOAD_LIMITS, UploadConcurrency } from '../../../src/api/http/upload-concurrency.js';
import { useApp } from '../../support/app.js';
import { ADDRESS, type Browser } from '../../support/browser.js';
import { usePerson } from '../../support/people.js';
import { jpegPhoto, svgPicture } from '../../support/photos.js';
import { type RawAnswer, answerOn, connectionTo } from '../../support/raw-http.js';

describe('uploads at the same time', () => {
  const BUSY = 'Many photos are being uploaded right now. Please try again in a minute.';
  const OWN =
    'Several photos are being uploaded from your network already. Please wait until they have arrived.';
  /** A sender of each number, of a site of its own. */
  const sender = (group: Group, index: number): Sender => ({ group, caller: `${index}`, site: `${index}` });
  const { most, ofCaller, ofSite } = UPLOAD_LIMITS.waiting;

  it('leave places for people, also when strangers and some people take as many as they may', () => {
    const turns = new UploadConcurrency();
    for (let index = 0; index < most.visitors; index += 1) turns.wait(sender('visitors', index));
    for (let index = 0; index < most.unverified; index += 1) turns.wait(sender('unverified', 1000 + index));
    for (const group of ['visitors', 'unverified'] as const) {
      expect(() => turns.wait(sender(group, 2000))).toThrow(BUSY);
      expect(() => turns.arrive(sender(group, 2000), () => undefined)).toThrow(BUSY);
    }
    turns.arrive(sender('people', 3000), () => undefined);
    for (let count = 0; count < ofCaller; count += 1) turns.wait(sender('people', 3000));
    expect(() => turns.wait(sender('people', 3000))).toThrow(OWN);
    for (let index = 0; index < ofCaller; index += 1) turns.wait(sender('people', 4000 + index));
  });

  it('of one site are at most half of those of all', () => {
    const turns = new UploadConcurrency();
    expect(ofSite).toBeLessThanOrEqual(most.visitors / 2);
    const ofOne = (index: number): Sender => ({ group: 'visitors', caller: `${index}`, site: 'one' });
    for (let index = 0; index < ofSite; index += 1) turns.wait(ofOne(index));
    expect(() => turns.arrive(ofOne(ofSite), () => undefined)).toThrow(OWN);
  });

  describe('on a server', () => {
    const sockets: Socket[] = [];
    afterAll(() => {
      for (const socket of sockets) socket.destroy();
    });
    const app = useApp();
    const ann = usePerson(app, 'ann');
    const turns = () => app.server.get(UploadConcurrency, { strict: false });
    /** What gives back the places that a test has taken. */
    const taken: (() => void)[] = [];
    const leave = () => taken.splice(0).forEach((end) => end());
    afterEach(leave);
    const waitAll = () => {
      for (let index = 0; index < most.visitors; index += 1)
        taken.push(turns().wait(sender('visitors', index)));
    };
    const arriveFrom = ({ address }: Browser) => {
      const visitor: Sender = { group: 'visitors', caller: `address ${address}`, site: address };
      for (let count = 0; count < UPLOAD_LIMITS.arriving.ofCaller; count += 1)
        taken.push(turns().arrive(visitor, () => undefined));
    };

    it('are answered with 503 and when to try again, until there is room', async () => {
      waitAll();
      const { status, headers, body } = await app.browser().uploadPhoto(await jpegPhoto(4));
      expect([status, headers.get('retry-after')]).toEqual([503, '15']);
      expect(body).toMatchObject({ message: BUSY, code: 'busy' });
      leave();
      expect((await app.browser().uploadPhoto(await jpegPhoto(4))).status).toBe(201);
    });

    it('are answered with 429 for visitors of a network that has several, not for a verified person there', async () => {
      const visitor = app.browser();
      arriveFrom(visitor);
      const { status, headers, body } = await visitor.uploadPhoto(await jpegPhoto(4));
      expect([status, headers.get('retry-after')]).toEqual([429, '15']);
      expect(body).toMatchObject({ message: OWN });
      const form = new FormData();
      form.append('image', new Blob([new Uint8Array(await jpegPhoto(6))]), 'feet.jpg');
      const beside = { headers: { [ADDRESS]: visitor.address }, body: form };
      expect((await ann.request('POST', '/api/upload', beside)).status).toBe(201);
    });

    it('have senders of their own while limits are off', async () => {
      const limits: { isOn: boolean } = app.server.get(LimitSwitch, { strict: false });
      const wait = jest.spyOn(turns(), 'wait');
      limits.isOn = false;
      for (const seed of [4, 6]) await ann.uploadPhoto(await jpegPhoto(seed));
      limits.isOn = true;
      const [[first], [second]] = wait.mock.calls as [[Sender], [Sender]];
      wait.mockRestore();
      for (const { group, caller, site } of [first, second])
        expect([group, site, caller]).toEqual(['people', caller, expect.any(String)]);
      expect(first.caller).not.toBe(second.caller);
    });

    it('leave room after each, whatever became of it', async () => {
      const visitor = app.browser();
      for (const photo of [svgPicture(), await jpegPhoto(5)]) await visitor.uploadPhoto(photo);
      await visitor.upload('/api/upload', await jpegPhoto(5), { field: 'other' });
      arriveFrom(visitor);
      waitAll();
      expect(taken).toHaveLength(UPLOAD_LIMITS.arriving.ofCaller + most.visitors);
    });

    /** Begins an upload from an address, and stops once the server has decided. Gives what it will be answered. */
    const begin = async (address: string): Promise<{ socket: Socket; answer: Promise<RawAnswer> }> => {
      const socket = connectionTo(app.url);
      sockets.push(socket);
      const server = app.server.getHttpServer() as Server;
      const arriving = once(server, 'request') as Promise<[IncomingMessage]>;
      const head = [
        'POST /api/upload HTTP/1.1',
        'Host: a',
        'Origin: http://a',
        `${ADDRESS}: ${address}`,
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
        for (let host = 1; host <= 8; host += 1)
          begun.push(await begin(`2001:db8:${site}:${network}::${host}`));
      }
      return begun;
    };

    it('that are slow take 16 places for a /48, and lose them to people and others when all are taken', async () => {
      const begun = await beginFrom(1, 8);
      expect((await ann.uploadPhoto(await jpegPhoto(1))).status).toBe(201);
      const refused = await Promise.all(begun.slice(16).map(({ answer }) => answer));
      for (const { status, headers, body } of refused) {
        expect([status, headers.get('connection'), JSON.parse(body).message]).toEqual([429, 'close', OWN]);
      }
      expect(begun.map(({ socket }) => socket.destroyed).indexOf(true)).toBe(16);

      const [first, second] = sockets;
      for (const site of [2, 3, 4]) await beginFrom(site, 2);
      const answers = [first, second].map((socket) => socket && once(socket, 'close'));
      expect((await ann.uploadPhoto(await jpegPhoto(2))).status).toBe(201);
      await answers[0];
      expect(second?.destroyed).toBe(false);
      await begin('192.0.2.1');
      expect(sockets.filter((socket) => !socket.destroyed)).toHaveLength(64);
    });
  });
});
