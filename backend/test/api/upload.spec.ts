import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { JudgeUnavailableError } from '../../src/infrastructure/judge/photo-judge.port.js';
import { projections } from '../../src/projections/projections.js';
import { KeySweep } from '../../src/reactions/erasure/key-sweep.js';
import { PhotoExpiry } from '../../src/reactions/timers/photo-expiry.js';
import { useOwnApp } from '../support/app.js';
import { freeze } from '../support/frozen-view.js';
import { from } from '../support/limits.js';
import { registered, verified } from '../support/people.js';
import {
  PRIVATE_MARKER,
  animatedWebp,
  blackPng,
  gifPicture,
  heavyJpeg,
  hugePng,
  jpegPhoto,
  photoWithLocation,
  svgPicture,
  textNamedJpg,
  truncatedJpeg,
} from '../support/photos.js';
import { REFUSAL, ScriptedJudge } from '../support/scripted-judge.js';
import type { Visitor } from '../support/visitor.js';
import { settled } from '../support/settled.js';

const HOUR = 3_600_000;

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) =>
    entry.isFile(),
  );

describe('uploading a photo', () => {
  const app = useOwnApp('not shared yet');
  const images = () => filesIn(path.join(app.dataDir, 'images'));
  const events = () => app.adapters.storage.log.head();

  it('returns a rating by the demo judge and serves three WebP files without metadata', async () => {
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
    for (const width of [320, 640, 1280]) {
      const address = new URL(body.imageUrl.replace('1280', String(width)), app.url);
      const response = await fetch(address, { headers: { cookie } });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get('content-type')).toBe('image/webp');
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
      for (const trace of [PRIVATE_MARKER, 'EXIF', 'Exif', 'XMP ', 'http://ns.adobe.com'])
        expect(bytes.includes(trace)).toBe(false);
    }
  });

  it('serves no other width and no unknown photo', async () => {
    const visitor = app.browser();
    const { body } = await visitor.uploadPhoto(await jpegPhoto(4));
    expect((await visitor.get(body.imageUrl.replace('1280', '1281'))).status).toBe(404);
    expect(
      (await fetch(new URL('/images/00000000-0000-4000-8000-000000000000/1280.webp', app.url))).status,
    ).toBe(404);
    expect((await fetch(new URL('/images/..%2f..%2fsecret/1280.webp', app.url))).status).toBe(404);
  });

  describe.each([
    ['a text named .jpg', textNamedJpg, 422],
    ['a truncated JPEG', truncatedJpeg, 422],
    ['an SVG', svgPicture, 422],
    ['a GIF', gifPicture, 422],
    ['an animated WebP', animatedWebp, 422],
    ['a PNG of 20,000 × 20,000 pixels', hugePng, 422],
    ['a HEIC named .jpg', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 422],
    ['a strip of 100 × 501 pixels', () => blackPng(100, 501), 422],
    [
      'a half JPEG with an end',
      async () => Buffer.concat([await truncatedJpeg(), Buffer.from([0xff, 0xd9])]),
      422,
    ],
    ['an 11 MB JPEG', heavyJpeg, 413],
    ['an empty file', () => Buffer.alloc(0), 400],
  ] as const)('of %s', (_, make, status) => {
    it(`is rejected with ${status} and a message; nothing is stored`, async () => {
      const before = { files: (await images()).length, events: await events() };
      const answer = await app.browser().uploadPhoto<{ message: string; requestId: string }>(await make());
      expect(answer.status).toBe(status);
      expect(answer.body.message).toMatch(/^[A-Z].*\.$/);
      expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
      expect({ files: (await images()).length, events: await events() }).toEqual(before);
      expect((await app.browser().get('/health/live')).status).toBe(200);
    });
  });

  it.each([
    ['another field', (photo: Buffer) => app.browser().upload('/api/upload', photo, { field: 'picture' })],
    ['JSON', () => app.browser().post('/api/upload', { image: 'feet' })],
    ['no body', () => app.browser().post('/api/upload')],
    ['a form without a file', () => app.browser().request('POST', '/api/upload', { body: new FormData() })],
    [
      'a truncated form',
      () =>
        app.browser().request('POST', '/api/upload', {
          headers: { 'content-type': 'multipart/form-data; boundary=b' },
          body: '--b\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nhalf',
        }),
    ],
  ])('sent as %s is rejected with 400', async (_, send) => {
    const before = await events();
    const answer = await send(await jpegPhoto());
    expect(answer.status).toBe(400);
    expect((answer.body as { message: string }).message).toMatch(/^[A-Z].*\.$/);
    expect(await events()).toBe(before);
  });

  it.each([
    ['no boundary', 'multipart/form-data'],
    ['a boundary that is too long', `multipart/form-data; boundary=${'b'.repeat(300)}`],
    ['a boundary that never occurs', 'multipart/form-data; boundary=b'],
  ])('sent as a form with %s is rejected with 400', async (_, type) => {
    const form = { headers: { 'content-type': type }, body: 'feet' };
    expect(await app.browser().request('POST', '/api/upload', form)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^The upload .*\.$/) },
    });
  });

  it('accepts a photo just within the limits', async () => {
    expect((await app.browser().uploadPhoto(blackPng(14_800, 14_800))).status).toBe(201);
  });

  it.each([
    ['filename="a.jpg"', 'The photo must come in the field "image".'],
    ['name=""; filename="a.jpg"', 'The photo must come in the field "image".'],
    ['name="other"; filename="a.jpg"', 'The photo must come in the field "image", not "other".'],
    ['name="image"', 'Please choose a photo: the field "image" is missing.'],
  ])('is rejected with 400 in a form whose part has %s', async (part, message) => {
    const body = `--X\r\nContent-Disposition: form-data; ${part}\r\n\r\nhello\r\n--X--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=X' };
    const answer = await app.browser().request('POST', '/api/upload', { headers, body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', message } });
  });

  it('stores an unpublished photo for 24 hours, then deletes it', async () => {
    const visitor = app.browser();
    const { body } = await visitor.uploadPhoto(await jpegPhoto(5));
    const isServed = async () => (await visitor.get(body.imageUrl)).status === 200;
    const expiry = app.server.get(PhotoExpiry);
    app.clock.advance(24 * HOUR);
    await expiry.expire();
    expect(await isServed()).toBe(true);
    app.clock.advance(1);
    expect(await expiry.expire()).toBeGreaterThan(0);
    await settled(app);
    expect([await isServed(), await images()]).toEqual([false, []]);
    expect(await expiry.expire()).toBe(0);
  });
});

describe('the check of uploads', () => {
  const judge = new ScriptedJudge();
  const app = useOwnApp('not shared yet', { per: 'test', judge });
  beforeEach(() => {
    judge.next = REFUSAL;
  });

  const upload = async (seed: number) =>
    app.browser().uploadPhoto<{ message: string }>(await jpegPhoto(seed));

  it('rejects what the judge refuses, says why, stores no file, and records the refusal', async () => {
    const { status, body } = await upload(1);
    expect(status).toBe(422);
    expect(body.message).toContain('shows a face');
    expect(await filesIn(path.join(app.dataDir, 'images'))).toEqual([]);
    const events = await app.adapters.storage.log.readAll(0, 100);
    const event = events.find(({ type }) => type.startsWith('Photo'));
    expect(event).toMatchObject({ type: 'PhotoRefused', data: { reasons: ['shows a face'] } });
    expect(JSON.stringify(event)).not.toContain('127.0.0.1');
  });

  it('closes for a day after three refusals within 24 hours', async () => {
    for (const seed of [1, 2, 3]) expect((await upload(seed)).status).toBe(422);
    const blocked = await upload(4);
    expect(blocked.status).toBe(403);
    expect(blocked.body.message).toContain('2026-11-22 12:00 UTC');
    app.clock.advance(24 * HOUR - 1);
    expect((await upload(5)).status).toBe(403);
    app.clock.advance(1);
    expect((await upload(6)).status).toBe(422);
  });

  it('stays closed while the views are frozen and after a restart', async () => {
    {
      using _ = freeze(app, ...projections.map(({ name }) => name));
      for (const seed of [1, 2, 3]) expect((await upload(seed)).status).toBe(422);
      expect((await upload(4)).status).toBe(403);
    }
    await app.restart();
    expect((await upload(5)).status).toBe(403);
  });

  it('recognises an address across midnight, until the keys of those days are destroyed', async () => {
    for (const seed of [1, 2]) expect((await upload(seed)).status).toBe(422);
    app.clock.advance(12 * HOUR);
    expect((await upload(3)).status).toBe(422);
    app.clock.advance(24 * HOUR - 1);
    expect((await upload(4)).status).toBe(403);
    const { log, keys } = app.adapters.storage;
    const refused = (await log.readAll(0, 100)).filter(({ type }) => type === 'PhotoRefused');
    expect(new Set(refused.map(({ data }) => (data as { uploader: string }).uploader)).size).toBe(2);

    app.clock.advance(31 * 24 * HOUR);
    expect(await app.server.get(KeySweep, { strict: false }).sweep()).toBe(2);
    const days = ['network-2026-11-21', 'network-2026-11-22'];
    expect([...(await keys.find(days)).values()]).toEqual(['destroyed', 'destroyed']);
    expect((await upload(5)).status).toBe(422);
  });

  it('also counts refusals by address, whichever account is signed in', async () => {
    for (const seed of [1, 2, 3]) {
      const { browser } = await registered(app, `p${seed}@example.org`);
      expect((await browser.uploadPhoto<{ message: string }>(await jpegPhoto(seed))).status).toBe(422);
    }
    const { browser } = await registered(app, 'p4@example.org');
    expect((await browser.uploadPhoto(await jpegPhoto(4))).status).toBe(403);
    expect((await upload(5)).status).toBe(403);
  });

  it('stays open when three refusals are not within 24 hours', async () => {
    for (const seed of [1, 2, 3, 4]) {
      expect((await upload(seed)).status).toBe(422);
      app.clock.advance(13 * HOUR);
    }
  });

  it('answers 503 when the judge is unavailable, and stores nothing (V16.5.2)', async () => {
    judge.next = new JudgeUnavailableError('no line');
    const before = await app.adapters.storage.log.head();
    const { status, body } = await upload(1);
    expect(status).toBe(503);
    expect(body.message).toMatch(/try again/);
    expect(await app.adapters.storage.log.head()).toBe(before);
  });
});

describe('the check of uploads behind a proxy', () => {
  const app = useOwnApp('not shared yet', {
    judge: new ScriptedJudge(),
    env: { TRUSTED_PROXIES: '1', ALLOW_SANDBOX: 'yes' },
  });
  const upload = async (browser: Visitor, address: string, seed: number) => {
    const body = new FormData();
    body.append('image', new Blob([new Uint8Array(await jpegPhoto(seed))]), 'feet.jpg');
    return (await browser.request('POST', '/api/upload', { headers: from(address).headers, body })).status;
  };

  it('closes for an account at any address', async () => {
    const { browser } = await registered(app, 'ann@example.org');
    for (const seed of [1, 2, 3]) expect(await upload(browser, `192.0.2.${seed}`, seed)).toBe(422);
    expect(await upload(browser, '192.0.2.4', 4)).toBe(403);
    expect(await upload(app.browser(), '192.0.2.4', 4)).toBe(422);
  });

  it('closes for visitors and unverified people of an address, not for verified people beside them', async () => {
    const { browser: ann } = await verified(app, 'carla@example.org');
    const { browser: bob } = await registered(app, 'dora@example.org');
    for (const seed of [1, 2, 3]) expect(await upload(app.browser(), '203.0.113.1', seed)).toBe(422);
    expect(await upload(app.browser(), '203.0.113.1', 4)).toBe(403);
    expect(await upload(bob, '203.0.113.1', 4)).toBe(403);
    for (const seed of [4, 5, 6]) expect(await upload(ann, '203.0.113.1', seed)).toBe(422);
    expect(await upload(ann, '203.0.113.1', 7)).toBe(403);
    // Who is refused as a member cannot go on as a visitor.
    expect(await upload(bob, '198.51.100.1', 7)).toBe(422);
    expect(await upload(ann, '198.51.100.1', 7)).toBe(403);
  });

  it('closes for a whole /64 network of IPv6', async () => {
    for (const seed of [1, 2, 3])
      expect(await upload(app.browser(), `2001:db8:0:1::${seed}`, seed)).toBe(422);
    expect(await upload(app.browser(), '2001:0DB8:0000:0001:ffff:1:2:3', 4)).toBe(403);
    expect(await upload(app.browser(), '2001:db8:0:2::1', 4)).toBe(422);
  });
});
