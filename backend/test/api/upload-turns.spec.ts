import { UploadTurns, UPLOAD_LIMITS } from '../../src/api/http/upload-turns.js';
import { useApp } from '../support/app.js';
import { verified } from '../support/people.js';
import { jpegPhoto, svgPicture } from '../support/photos.js';

const LIMITS = { arriving: 3, ofCaller: 2, waiting: 2 };
const BUSY = 'Many photos are being uploaded right now. Please try again in a minute.';

describe('the uploads that a server takes at once', () => {
  it('are limited while they arrive, for all and for one network', () => {
    const turns = new UploadTurns(LIMITS);
    const first = turns.arrive('a');
    turns.arrive('a');
    expect(() => turns.arrive('a')).toThrow('from your network already');
    turns.arrive('b');
    expect(() => turns.arrive('c')).toThrow(BUSY);
    first();
    turns.arrive('a');
    expect(() => turns.arrive('b')).toThrow(BUSY);
  });

  it('are limited while they wait, before and after they arrive', () => {
    const turns = new UploadTurns(LIMITS);
    turns.arrive('a');
    const first = turns.wait();
    turns.wait();
    expect(() => turns.wait()).toThrow(BUSY);
    expect(() => turns.arrive('b')).toThrow(BUSY);
    first();
    expect(() => turns.arrive('b')).not.toThrow();
  });

  it('are not limited for a network without one', () => {
    const turns = new UploadTurns(LIMITS);
    for (let count = 0; count < LIMITS.arriving; count += 1) turns.arrive(null);
    expect(() => turns.arrive(null)).toThrow(BUSY);
  });
});

describe('a server that has no room for an upload', () => {
  const app = useApp({ env: { RATE_LIMITS: 'on' } });
  let turns: UploadTurns;
  beforeAll(async () => {
    turns = app.server.get(UploadTurns, { strict: false });
  });
  const upload = async () => app.browser().uploadPhoto(await jpegPhoto(4));

  it('answers 503 and when to try again, until it has room', async () => {
    const waiting = Array.from({ length: UPLOAD_LIMITS.waiting }, () => turns.wait());
    const { status, headers, body } = await upload();
    expect([status, headers.get('retry-after')]).toEqual([503, '15']);
    expect(body).toMatchObject({ message: BUSY, code: 'busy' });
    waiting.forEach((done) => done());
    expect((await upload()).status).toBe(201);
  });

  it('answers 429 to visitors of a network that has several, not to a verified person beside them', async () => {
    const arriving = Array.from({ length: UPLOAD_LIMITS.ofCaller }, () => turns.arrive('address 127.0.0.1'));
    const { status, headers, body } = await upload();
    expect([status, headers.get('retry-after')]).toEqual([429, '15']);
    expect(body).toMatchObject({ message: expect.stringContaining('from your network already') });
    const { browser: ann } = await verified(app, 'ann@example.org');
    expect((await ann.uploadPhoto(await jpegPhoto(6))).status).toBe(201);
    arriving.forEach((arrived) => arrived());
  });

  it('has room again after each upload, whatever became of it', async () => {
    for (const photo of [svgPicture(), await jpegPhoto(5)]) await app.browser().uploadPhoto(photo);
    await app.browser().upload('/api/upload', await jpegPhoto(5), { field: 'other' });
    const all = Array.from({ length: UPLOAD_LIMITS.ofCaller }, () => turns.arrive('address 127.0.0.1'));
    const waiting = Array.from({ length: UPLOAD_LIMITS.waiting }, () => turns.wait());
    expect([all.length, waiting.length]).toEqual([UPLOAD_LIMITS.ofCaller, UPLOAD_LIMITS.waiting]);
    [...all, ...waiting].forEach((end) => end());
  });
});
