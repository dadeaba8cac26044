import { BadRequestException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { imageIn } from '../../../src/api/http/image-form.js';
import { ImageStore } from '../../../src/infrastructure/images/image-store.port.js';
import { JudgeUnavailableError, PhotoJudge } from '../../../src/infrastructure/judge/photo-judge.port.js';
import { projections } from '../../../src/projections/projections.js';
import { KeySweep } from '../../../src/reactions/erasure/key-sweep.js';
import { PhotoExpiry } from '../../../src/reactions/timers/photo-expiry.js';
import { type RunningApp, unique, useApp, useOwnApp } from '../../support/app.js';
import type { Answer, Browser } from '../../support/browser.js';
import { freeze } from '../../support/frozen-view.js';
import { from } from '../../support/limits.js';
import { OpenAiServer, apiError, completion, moderation } from '../../support/openai-server.js';
import { registered, verified } from '../../support/people.js';
import {
  PRIVATE_MARKER,
  blackPng,
  heavyJpeg,
  jpegPhoto,
  photoWithLocation,
  textNamedJpg,
} from '../../support/photos.js';
import { PASSED, REFUSAL, ScriptedJudge } from '../../support/scripted-judge.js';
import { settled } from '../../support/settled.js';

const HOUR = 3_600_000;

/** The events about photos that were uploaded since a position. */
const photosSince = async ({ adapters }: RunningApp, position: number) =>
  (await adapters.storage.log.readAll(position, 1000)).filter(({ type }) => type.startsWith('Photo'));

describe('uploading a photo', () => {
  afterEach(() => jest.restoreAllMocks());
  const app = useApp();

  it('returns a rating by the demo judge and serves WebP files without metadata, of its widths alone', async () => {
    const photo = await photoWithLocation(3);
    expect(photo.includes(PRIVATE_MARKER)).toBe(true);
    const visitor = app.browser();
    const { status, body } = await visitor.uploadPhoto(photo);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      averageRating: expect.stringMatching(/^\d{1,2}\.\d$/),
      imageHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      width: 1280,
      height: 960,
      judge: 'demo',
    });
    const scores = [body.toeAlignment, body.toeNails, body.footShape, body.aesthetic].map(Number);
    const mean = scores.reduce((sum, score) => sum + score, 0) / 4;
    expect(Math.abs(mean - Number(body.averageRating))).toBeLessThanOrEqual(0.0501);
    expect(body.aiComment.length).toBeGreaterThan(0);
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const addressOf = (width: number) => new URL(body.imageUrl.replace('1280', String(width)), app.url);
    for (const width of [320, 640, 1280]) {
      const response = await fetch(addressOf(width), { headers: { cookie } });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get('content-type')).toBe('image/webp');
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
      for (const trace of [PRIVATE_MARKER, 'EXIF', 'Exif', 'XMP ', 'http://ns.adobe.com'])
        expect(bytes.includes(trace)).toBe(false);
    }
    for (const address of [
      addressOf(1281).pathname,
      '/images/00000000-0000-4000-8000-000000000000/1280.webp',
      '/images/..%2f..%2fsecret/1280.webp',
    ]) {
      expect(await visitor.get(address)).toMatchObject({ status: 404, body: { message: 'Image not found' } });
    }
  });

  type Sending = (browser: Browser) => Promise<Answer>;
  const file =
    (make: () => Buffer | Promise<Buffer>): Sending =>
    async (browser) =>
      browser.upload('/api/upload', await make());
  const raw =
    (type: string, body: string): Sending =>
    (browser) =>
      browser.request('POST', '/api/upload', { headers: { 'content-type': type }, body });
  const form = (boundary: string, body = 'feet') => raw(`multipart/form-data; boundary=${boundary}`, body);
  /** A form with one part. */
  const part = (fields: string, end = '\r\n--X--\r\n') =>
    form('X', `--X\r\nContent-Disposition: form-data; ${fields}\r\n\r\nhello${end}`);
  const SENTENCE = /^[A-Z].*\.$/;
  const UNREADABLE = /^The upload .*\.$/;
  const NO_NAME = /^The photo must come in the field "image"\.$/;

  it.each<[string, number, RegExp, Sending]>([
    ['a text named .jpg', 422, SENTENCE, file(textNamedJpg)],
    ['a strip of 100 × 501 pixels', 422, SENTENCE, file(() => blackPng(100, 501))],
    ['an 11 MB JPEG', 413, SENTENCE, file(heavyJpeg)],
    ['an empty file', 400, SENTENCE, file(() => Buffer.alloc(0))],
    ['JSON', 400, SENTENCE, (browser) => browser.post('/api/upload', { image: 'feet' })],
    ['no body', 400, SENTENCE, (browser) => browser.post('/api/upload')],
    ['a form without a file', 400, SENTENCE, form('X', '--X--\r\n')],
    ['a truncated form', 400, UNREADABLE, part('name="image"; filename="a.jpg"', '')],
    ['a form without a boundary', 400, UNREADABLE, raw('multipart/form-data', 'feet')],
    ['a boundary that is too long', 400, UNREADABLE, form('b'.repeat(300))],
    ['a boundary that never occurs', 400, UNREADABLE, form('b')],
    ['a part without a name', 400, NO_NAME, part('filename="a.jpg"')],
    ['a part with an empty name', 400, NO_NAME, part('name=""; filename="a.jpg"')],
    ['another field', 400, /^The .*"image", not "other"\.$/, part('name="other"; filename="a.jpg"')],
    ['no file', 400, /^Please choose a photo: the field "image" is missing\.$/, part('name="image"')],
  ])('is rejected as %s, with %d and a message; nothing is stored', async (_, status, message, sent) => {
    const put = jest.spyOn(app.server.get(ImageStore, { strict: false }), 'put');
    const before = await app.adapters.storage.log.head();
    expect(await sent(app.browser())).toMatchObject({
      status,
      body: {
        message: expect.stringMatching(message),
        requestId: expect.any(String),
      },
    });
    expect(put).not.toHaveBeenCalled();
    expect(await photosSince(app, before)).toEqual([]);
  });

  it('is answered with 503 when the judge is unavailable, and nothing is stored (V16.5.2)', async () => {
    jest
      .spyOn(app.server.get(PhotoJudge, { strict: false }), 'judge')
      .mockRejectedValue(new JudgeUnavailableError('no line'));
    const before = await app.adapters.storage.log.head();
    const { status, body } = await app.browser().uploadPhoto<{ message: string }>(await jpegPhoto(1));
    expect(status).toBe(503);
    expect(body.message).toMatch(/try again/);
    expect(await photosSince(app, before)).toEqual([]);
  });

  describe('in a form that cannot be read', () => {
    /** A request whose form fails to parse with this error. */
    const failing = (error: Error, message = { complete: true, destroyed: false }) =>
      ({
        isMultipart: () => true,
        // oxlint-disable-next-line require-yield
        async *parts() {
          throw error;
        },
        raw: message,
      }) as unknown as FastifyRequest;

    it.each([
      new Error('The platform gave no information on the transform of the form'),
      new Error('reached the end of the file, aborted'),
      new TypeError('multipart is not a function'),
      Object.assign(new Error('no form data'), { code: 'FST_NO_FORM_DATA', statusCode: 500 }),
      Object.assign(new Error('aborted'), { code: 'ECONNRESET' }),
    ])('does not blame the client for an internal error: %s', async (error) => {
      await expect(imageIn(failing(error), 'image')).rejects.toBe(error);
    });

    it('is rejected when the client has disconnected', async () => {
      const error = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
      const cutOff = failing(error, { complete: false, destroyed: true });
      await expect(imageIn(cutOff, 'image')).rejects.toThrow(
        new BadRequestException('The upload broke off. Please try again.'),
      );
    });
  });
});

describe('the check of uploads', () => {
  const judge = new ScriptedJudge();
  const app = useOwnApp('moves the clock', {
    judge,
    env: { TRUSTED_PROXIES: '1', ALLOW_SANDBOX: 'yes' },
  });
  beforeEach(() => {
    judge.next = REFUSAL;
  });
  let networks = 0;
  /** An address of a network that has uploaded nothing. */
  const newAddress = () => `192.0.2.${(networks += 1)}`;

  const upload = async (address: string, browser: Browser = app.browser()) => {
    const body = new FormData();
    body.append('image', new Blob([new Uint8Array(await jpegPhoto(1))]), 'feet.jpg');
    const { headers } = from(address);
    return browser.request<{ message: string; imageUrl: string }>('POST', '/api/upload', { headers, body });
  };
  const statusOf = async (address: string, browser?: Browser) => (await upload(address, browser)).status;
  const refuseThree = async (addressOf: (time: number) => string, browser?: Browser) => {
    for (let time = 1; time <= 3; time += 1) expect(await statusOf(addressOf(time), browser)).toBe(422);
  };
  const joined = async (join: (app: RunningApp, email: string) => ReturnType<typeof verified>) =>
    (await join(app, `${unique('ann')}@example.org`)).browser;

  it('rejects what the judge refuses, says why, stores no file, and records the refusal', async () => {
    const put = jest.spyOn(app.server.get(ImageStore, { strict: false }), 'put');
    const before = await app.adapters.storage.log.head();
    const address = newAddress();
    const { status, body } = await upload(address);
    expect([status, body.message]).toEqual([422, expect.stringContaining('shows a face')]);
    expect(put).not.toHaveBeenCalled();
    const events = await photosSince(app, before);
    expect(events).toMatchObject([{ type: 'PhotoRefused', data: { reasons: ['shows a face'] } }]);
    expect(JSON.stringify(events)).not.toContain(address);
    put.mockRestore();
  });

  it('closes for a day after three refusals within 24 hours', async () => {
    const address = newAddress();
    await refuseThree(() => address);
    const blocked = await upload(address);
    const until = new Date(app.clock.now().getTime() + 24 * HOUR)
      .toISOString()
      .slice(0, 16)
      .replace('T', ' ');
    expect([blocked.status, blocked.body.message]).toEqual([403, expect.stringContaining(`${until} UTC`)]);
    app.clock.advance(24 * HOUR - 1);
    expect(await statusOf(address)).toBe(403);
    app.clock.advance(1);
    expect(await statusOf(address)).toBe(422);
  });

  it('closes for an account at any address, and for visitors at no other', async () => {
    const browser = await joined(registered);
    await refuseThree(newAddress, browser);
    const address = newAddress();
    expect(await statusOf(address, browser)).toBe(403);
    expect(await statusOf(address)).toBe(422);
  });

  it('closes for visitors and unverified people of an address, not for verified people beside them', async () => {
    const [ann, bob] = [await joined(verified), await joined(registered)];
    const address = newAddress();
    // Whichever account is signed in.
    for (const browser of [app.browser(), await joined(registered), await joined(registered)])
      expect(await statusOf(address, browser)).toBe(422);
    expect([await statusOf(address), await statusOf(address, bob)]).toEqual([403, 403]);
    await refuseThree(() => address, ann);
    expect(await statusOf(address, ann)).toBe(403);
    // Who is refused as a member cannot go on as a visitor.
    const elsewhere = newAddress();
    expect([await statusOf(elsewhere, bob), await statusOf(elsewhere, ann)]).toEqual([422, 403]);
  });

  it('closes for a whole /64 network of IPv6', async () => {
    await refuseThree((host) => `2001:db8:0:1::${host}`);
    expect(await statusOf('2001:0DB8:0000:0001:ffff:1:2:3')).toBe(403);
    expect(await statusOf('2001:db8:0:2::1')).toBe(422);
  });

  it('stays closed while the views are frozen and after a restart', async () => {
    const address = newAddress();
    {
      using _ = freeze(app, ...projections.map(({ name }) => name));
      await refuseThree(() => address);
      expect(await statusOf(address)).toBe(403);
    }
    await app.restart();
    expect(await statusOf(address)).toBe(403);
  });

  it('recognises an address across midnight, until the keys of those days are destroyed', async () => {
    const { log, keys } = app.adapters.storage;
    const before = await log.head();
    const address = newAddress();
    const days = [0, 12].map((hours) => {
      const at = new Date(app.clock.now().getTime() + hours * HOUR);
      return `network-${at.toISOString().slice(0, 10)}`;
    });
    for (let time = 0; time < 2; time += 1) expect(await statusOf(address)).toBe(422);
    app.clock.advance(12 * HOUR);
    expect(await statusOf(address)).toBe(422);
    app.clock.advance(24 * HOUR - 1);
    expect(await statusOf(address)).toBe(403);
    const refused = await photosSince(app, before);
    expect(new Set(refused.map(({ data }) => (data as { uploader: string }).uploader)).size).toBe(2);

    app.clock.advance(31 * 24 * HOUR);
    expect(await app.server.get(KeySweep, { strict: false }).sweep()).toBeGreaterThanOrEqual(2);
    expect([...(await keys.find(days)).values()]).toEqual(['destroyed', 'destroyed']);
    expect(await statusOf(address)).toBe(422);
  });

  it('stores what passes for 24 hours, then deletes it', async () => {
    judge.next = PASSED;
    const visitor = app.browser();
    const { body } = await upload(newAddress(), visitor);
    const isServed = async () => (await visitor.get(body.imageUrl)).status === 200;
    const expiry = app.server.get(PhotoExpiry);
    app.clock.advance(24 * HOUR);
    await expiry.expire();
    expect(await isServed()).toBe(true);
    app.clock.advance(1);
    expect(await expiry.expire()).toBe(1);
    await settled(app);
    const photoId = /[0-9a-f-]{36}/.exec(body.imageUrl)?.[0] ?? '';
    const isStored = await app.server.get(ImageStore, { strict: false }).exists(photoId);
    expect([await isServed(), isStored, await expiry.expire()]).toEqual([false, false, 0]);
  });
});

describe('uploading with an AI key', () => {
  let provider: OpenAiServer;
  beforeAll(async () => {
    provider = await OpenAiServer.start();
  });
  const app = useOwnApp('asks a provider', {
    later: () => ({
      env: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: provider.baseURL, OPENAI_MODEL: 'gpt-test' },
    }),
  });
  afterAll(() => provider.stop());

  it('rates with the configured provider; when it fails twice, there is a message and no score', async () => {
    const scores = { toeAlignment: 7.4, toeNails: 6, footShape: 8.2, aesthetic: 9.1 };
    const comment = 'A sunny pair on a fine towel.';
    const content = JSON.stringify({ verdict: 'pass', reasons: [], scores, comment });
    provider.willReply(completion({ content }), moderation());
    expect(await app.browser().uploadPhoto(await jpegPhoto(1))).toMatchObject({
      status: 201,
      body: { averageRating: '7.7', toeNails: '6.0', aiComment: comment, judge: 'ai' },
    });
    const judge = {
      kind: 'ai',
      model: expect.stringContaining('gpt-test'),
      promptVersion: expect.any(String),
    };
    expect(await photosSince(app, 0)).toMatchObject([{ type: 'PhotoRated', data: { judge } }]);

    const before = await app.adapters.storage.log.head();
    provider.willReply(apiError(500, 'server_error'), apiError(500, 'server_error'));
    const uploading = app.browser().uploadPhoto<{ message: string }>(await jpegPhoto(2));
    await app.timer.begun(500);
    await app.timer.advance(500);
    const { status, body } = await uploading;
    expect([status, body.message]).toEqual([503, expect.stringMatching(/not available right now/)]);
    expect(await app.adapters.storage.log.head()).toBe(before);
  });
});
