import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { Account } from '../../../src/domain/account/account.js';
import { ImageStore } from '../../../src/infrastructure/images/image-store.port.js';
import type { JudgedPhoto, Judgement } from '../../../src/infrastructure/judge/photo-judge.port.js';
import { AccountsReader, type User } from '../../../src/projections/accounts/accounts.js';
import { type RunningApp, unique, useApp } from '../../support/app.js';
import { verified } from '../../support/people.js';
import { blackPng, jpegPhoto, photoOnItsSide, textNamedJpg } from '../../support/photos.js';
import { send } from '../../support/posts.js';
import { settled } from '../../support/settled.js';
import type { Visitor } from '../../support/visitor.js';

const PICTURE = '/api/user/profile/picture';
/** A picture that no upload has made. */
const NEWER = '00000000-0000-4000-8000-00000000dcba';

/**
 * The ids of all pictures that have a folder. Does not read inside these folders, because they may be deleted at any
 * moment.
 */
async function foldersOf({ dataDir }: RunningApp): Promise<string[]> {
  const below = async (folders: readonly string[]) =>
    (
      await Promise.all(
        folders.map(async (folder) => (await readdir(folder)).map((name) => path.join(folder, name))),
      )
    ).flat();
  const pictures = await below(await below(await below([path.join(dataDir, 'images')])));
  return pictures.map((picture) => path.basename(picture));
}

describe('the profile picture', () => {
  // Before the hook of the server, which complains about what a test leaves.
  afterEach(() => jest.restoreAllMocks());
  const app = useApp();
  let verdict: Judgement['verdict'];
  /** The pictures that the judge was asked about. */
  let asked: Buffer[];
  const judge = async ({ webp }: JudgedPhoto): Promise<Judgement> => {
    asked.push(webp);
    const by = { model: 'saying', promptVersion: '1' };
    if (verdict === 'refuse') return { verdict, reasons: ['shows a face'], ...by };
    const scores = { toeAlignment: 7, toeNails: 7, footShape: 7, aesthetic: 7 };
    const reasons = verdict === 'review' ? ['may show a face'] : [];
    return { verdict, reasons, scores, comment: 'A calm picture.', ...by };
  };
  beforeEach(() => {
    [verdict, asked] = ['pass', []];
    jest.spyOn(app.adapters.judge, 'judge').mockImplementation(judge);
  });

  const join = () => verified(app, `${unique('person')}@example.org`);
  const show = async (browser: Visitor, seed: number) =>
    browser.upload<User>(PICTURE, await jpegPhoto(seed), { field: 'picture' });
  const shownTo = async (browser: Visitor) => (await browser.account()).body.profilePictureUrl;
  const statusOf = async (address: string | null) => (await app.browser().get(address ?? '/images')).status;
  /** Replaces how files are stored, until the end of the test. */
  const storing = (
    put: (real: ImageStore['put'], ...args: Parameters<ImageStore['put']>) => Promise<void>,
  ) => {
    const images = app.server.get(ImageStore, { strict: false });
    const real = images.put.bind(images);
    jest.spyOn(images, 'put').mockImplementation((...args) => put(real, ...args));
  };
  const form = (picture: Buffer, crop: string, order: 'before' | 'after' = 'before') => {
    const body = new FormData();
    if (order === 'before') body.append('crop', crop);
    body.append('picture', new Blob([new Uint8Array(picture)]), 'a.jpg');
    if (order === 'after') body.append('crop', crop);
    return body;
  };

  it('is the uploaded picture, and leaves no files when it is replaced or removed', async () => {
    const { browser, user } = await join();
    const { status, body } = await show(browser, 1);
    const first = body.profilePictureUrl;
    expect([status, first]).toEqual([200, expect.stringMatching(/^\/images\/[0-9a-f-]{36}\/320\.webp$/)]);
    expect(await statusOf(first)).toBe(200);
    const { body: page } = await app.browser().get<{ user: User }>(`/api/users/${user.id}`);
    expect(page.user.profilePictureUrl).toBe(first);
    const second = (await show(browser, 2)).body.profilePictureUrl;
    await settled(app);
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    for (const _ of ['once', 'again']) {
      expect(await browser.delete(PICTURE)).toMatchObject({ status: 200, body: { profilePictureUrl: null } });
    }
    await settled(app);
    expect(await statusOf(second)).toBe(404);
  });

  it('is the square that the form chooses, in whatever order, and nothing of the rest is judged or stored', async () => {
    const { browser } = await join();
    const crop = async (...of: Parameters<typeof form>) =>
      browser.request<User>('POST', PICTURE, { body: form(...of) });
    // Upright, it is 1200 × 1600: red above, blue below.
    const photo = await photoOnItsSide();
    expect((await crop(photo, '0.5,0.65,0.4,0.3', 'before')).status).toBe(200);
    expect((await crop(photo, '0.000000,0,0.5,0.375', 'after')).status).toBe(200);
    // A square of a picture that is too long is not accepted, either.
    expect(await crop(blackPng(100, 5000), '0,0.1,1,0.02')).toMatchObject({
      status: 422,
      body: { code: 'photo_sides' },
    });
    const kept = await Promise.all(
      asked.map(async (webp) => {
        const { width, height } = await sharp(webp).metadata();
        const { dominant } = await sharp(webp).stats();
        return { width, height, isRed: dominant.r > 200, isBlue: dominant.b > 200 };
      }),
    );
    expect(kept).toEqual([
      { width: 480, height: 480, isRed: false, isBlue: true },
      { width: 600, height: 600, isRed: true, isBlue: false },
    ]);
  });

  it('is rejected with 400 if the crop of a photo of 400 × 300 is none', async () => {
    const { browser } = await join();
    const photo = await jpegPhoto(1);
    const answerTo = async (crop: string) =>
      (await browser.request<{ message: string }>('POST', PICTURE, { body: form(photo, crop) })).body.message;
    const crops = [
      '1,1',
      'a,b,c,d',
      '0,0,,1',
      '0,0,0,0',
      '-0.1,0,0.5,0.5',
      '0.6,0,0.5,0.5',
      '0,0,1e999,1',
      '0,0,NaN,1',
    ];
    for (const crop of crops) {
      expect([crop, await answerTo(crop)]).toEqual([
        crop,
        expect.stringContaining('The crop must be four numbers'),
      ]);
    }
    for (const crop of ['0,0,0.5,0.5', '0,0,0.0001,0.0001']) {
      expect(await answerTo(crop)).toContain('The crop must be a square of the picture.');
    }
    expect((await browser.request('POST', PICTURE, { body: form(photo, '1,1') })).status).toBe(400);
  });

  it('is another request with another crop, whatever its key', async () => {
    const { browser } = await join();
    const photo = await jpegPhoto(1);
    const headers = { 'idempotency-key': 'one-of-the-crops' };
    const crop = (square: string) =>
      browser.request<User>('POST', PICTURE, { body: form(photo, square, 'after'), headers });
    const first = await crop('0,0,0.75,1');
    expect(first.status).toBe(200);
    expect((await crop('0,0,0.75,1')).body).toEqual(first.body);
    expect((await crop('0.25,0,0.75,1')).status).toBe(422);
  });

  it('is rejected if it needs a review or is refused', async () => {
    const { browser } = await join();
    const url = (await show(browser, 1)).body.profilePictureUrl;
    verdict = 'review';
    expect(await show(browser, 2)).toMatchObject({
      status: 422,
      body: {
        code: 'picture_refused',
        message: "We can't take this picture for a profile: it may show a face. Please choose another one.",
      },
    });
    verdict = 'refuse';
    expect(await show(browser, 2)).toMatchObject({ status: 422, body: { code: 'picture_refused' } });
    expect([await shownTo(browser), await statusOf(url)]).toEqual([url, 200]);
  });

  it('is accepted only as a picture, in its own form field', async () => {
    const { browser } = await join();
    const words = await browser.upload(PICTURE, textNamedJpg(), { field: 'picture' });
    expect(words.status).toBe(422);
    const strip = await browser.upload(PICTURE, blackPng(100, 501), { field: 'picture' });
    expect(strip).toMatchObject({ status: 422, body: { code: 'photo_sides' } });
    expect((await browser.upload(PICTURE, await jpegPhoto(1))).status).toBe(400);
    expect((await browser.post(PICTURE)).status).toBe(400);
    expect(await shownTo(browser)).toBeNull();
  });

  it('is one of many simultaneous uploads, complete, and the files of the others are deleted', async () => {
    const { browser, user } = await join();
    const before = await foldersOf(app);
    // No more than one caller may send at once.
    const sent = await Promise.all([1, 2, 3, 4].map((seed) => show(browser, seed)));
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200));
    const shown = await shownTo(browser);
    expect(sent.map(({ body }) => body.profilePictureUrl)).toContain(shown);
    const pictureId = /[0-9a-f-]{36}/.exec(shown ?? '')?.[0] ?? '';
    await settled(app);
    expect((await foldersOf(app)).filter((folder) => !before.includes(folder))).toEqual([pictureId]);
    expect(await app.server.get(ImageStore, { strict: false }).exists(pictureId)).toBe(true);
    const { body: page } = await app.browser().get<{ user: User }>(`/api/users/${user.id}`);
    expect(page.user.profilePictureUrl).toBe(shown);
  });

  it('stays when the files of the next one cannot be stored, which leave nothing', async () => {
    const { browser } = await join();
    const url = (await show(browser, 1)).body.profilePictureUrl;
    const before = await foldersOf(app);
    storing(async (put, ...args) => {
      await put(...args);
      throw new Error('no space');
    });
    expect((await show(browser, 2)).status).toBe(500);
    expect([await shownTo(browser), await statusOf(url)]).toEqual([url, 200]);
    expect(await foldersOf(app)).toEqual(before);
  });

  it('replaces one that another server sets during the upload', async () => {
    const { browser, user } = await join();
    storing(async (put, pictureId, renditions) => {
      await put(NEWER, renditions);
      await send(app, Account.ChangeProfilePicture({ accountId: user.id, pictureId: NEWER }));
      await put(pictureId, renditions);
    });
    const shown = (await show(browser, 1)).body.profilePictureUrl ?? '';
    // The upload was decided last.
    expect(shown).not.toContain(NEWER);
    expect(await statusOf(shown)).toBe(200);
    await settled(app);
    expect(await app.server.get(ImageStore, { strict: false }).exists(NEWER)).toBe(false);
  });

  it('keeps its files while the view is behind and shows the previous picture', async () => {
    const { browser, user } = await join();
    const reader = app.server.get(AccountsReader, { strict: false });
    const behind = jest.spyOn(reader, 'user').mockResolvedValue(await reader.user(user.id));
    expect((await show(browser, 1)).status).toBe(200);
    behind.mockRestore();
    expect(await statusOf(await shownTo(browser))).toBe(200);
  });

  it('leaves no files when the account is deleted during the upload', async () => {
    const { browser, user } = await join();
    const before = await foldersOf(app);
    storing(async (put, ...args) => {
      const now = app.clock.now().toISOString();
      await send(app, Account.DeleteAccount({ accountId: user.id, now, isConfirmed: true }));
      await settled(app);
      await put(...args);
    });
    await show(browser, 1);
    expect((await foldersOf(app)).filter((folder) => !before.includes(folder))).toEqual([]);
  });
});
