import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { Account } from '../../../src/domain/account/account.js';
import { ImageStore } from '../../../src/infrastructure/images/image-store.port.js';
import { AccountsReader, type User } from '../../../src/projections/accounts/accounts.js';
import { type RunningApp, unique, useApp } from '../../support/app.js';
import { joining } from '../../support/people.js';
import { blackPng, jpegPhoto, photoOnItsSide, scene, textNamedJpg } from '../../support/photos.js';
import { send } from '../../support/posts.js';
import { DOUBTFUL, PASSED, REFUSAL, judging } from '../../support/scripted-judge.js';
import { settled } from '../../support/settled.js';
import type { Visitor } from '../../support/visitor.js';

const PICTURE = '/api/user/profile/picture';

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

const show = async (browser: Visitor, seed: number) =>
  browser.upload<User>(PICTURE, await jpegPhoto(seed), { field: 'picture' });

describe('the profile picture', () => {
  afterEach(() => jest.restoreAllMocks());
  const app = useApp();
  const join = joining(app, `${unique('person')}-`);
  const images = () => app.server.get(ImageStore, { strict: false });
  const publicOf = async ({ id }: User) =>
    (await app.browser().get<{ user: Partial<User> }>(`/api/users/${id}`)).body.user;
  const statusOf = async (address: string | null) => (await app.browser().get(address ?? '/images')).status;
  /** Sends a picture with its square before or behind it. */
  const sendCrop = (browser: Visitor, crop: string, picture: Buffer, { isFirst = true, key = '' } = {}) => {
    const body = new FormData();
    if (isFirst) body.append('crop', crop);
    body.append('picture', new Blob([new Uint8Array(picture)]), 'a.jpg');
    if (!isFirst) body.append('crop', crop);
    return browser.request<User & { message: string }>('POST', PICTURE, {
      body,
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  };

  it('is the uploaded picture, shown to everyone; a replaced or removed one leaves no files', async () => {
    const { browser, user } = await join();
    const { status, body } = await show(browser, 1);
    expect(status).toBe(200);
    const first = body.profilePictureUrl;
    expect(first).toMatch(/^\/images\/[0-9a-f-]{36}\/320\.webp$/);
    const shown = await app.browser().get(first ?? '');
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=3600, s-maxage=300',
    ]);
    expect((await publicOf(user)).profilePictureUrl).toBe(first);
    const second = (await show(browser, 2)).body.profilePictureUrl;
    expect(second).not.toBe(first);
    await settled(app);
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await browser.delete(PICTURE)).toMatchObject({ status: 200, body: { profilePictureUrl: null } });
    }
    await settled(app);
    expect(await statusOf(second)).toBe(404);
  });

  it('is the square that the form chooses, in whatever order, and nothing of the rest is judged or stored', async () => {
    const { browser } = await join();
    const judge = judging(app, PASSED);
    // Upright, it is 1200 × 1600: red above, blue below.
    const photo = await photoOnItsSide();
    const blue = await sendCrop(browser, '0.5,0.65,0.4,0.3', photo);
    const red = await sendCrop(browser, '0.000000,0,0.5,0.375', photo, { isFirst: false });
    expect([blue.status, red.status]).toEqual([200, 200]);
    // A square of a picture that is too long is not accepted, either.
    expect(await sendCrop(browser, '0,0.1,1,0.02', blackPng(100, 5000), { isFirst: false })).toMatchObject({
      status: 422,
      body: { code: 'photo_sides' },
    });
    const kept = await Promise.all(
      judge.mock.calls.map(async ([{ webp }]) => {
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

  it('is rejected with 400 if the crop of a photo of 400 × 300 is no square in it', async () => {
    const { browser } = await join();
    const photo = await jpegPhoto(1);
    const noSquare = ['0,0,0.5,0.5', '0,0,0.0001,0.0001'];
    const noNumbers = [
      '1,1',
      'a,b,c,d',
      '0,0,,1',
      '0,0,0,0',
      '-0.1,0,0.5,0.5',
      '0.6,0,0.5,0.5',
      '0,0,1e999,1',
    ];
    for (const crop of [...noNumbers, '0,0,NaN,1', ...noSquare]) {
      const { status, body } = await sendCrop(browser, crop, photo);
      const words = noSquare.includes(crop) ? 'a square of the picture.' : 'four numbers';
      expect([status, body]).toEqual([400, expect.objectContaining({ code: 'invalid' })]);
      expect(body.message).toContain(`The crop must be ${words}`);
    }
  });

  it('is another request with another crop, whatever its key', async () => {
    const { browser } = await join();
    const photo = await jpegPhoto(1);
    const crop = (square: string) =>
      sendCrop(browser, square, photo, { isFirst: false, key: 'one-of-the-crops' });
    const first = await crop('0,0,0.75,1');
    expect(first.status).toBe(200);
    expect((await crop('0,0,0.75,1')).body).toEqual(first.body);
    expect((await crop('0.25,0,0.75,1')).status).toBe(422);
  });

  it('is rejected if it needs a review or is refused', async () => {
    const { browser } = await join();
    const url = (await show(browser, 1)).body.profilePictureUrl;
    judging(app, DOUBTFUL);
    expect(await show(browser, 2)).toMatchObject({
      status: 422,
      body: {
        code: 'picture_refused',
        message: "We can't take this picture for a profile: it may show a face. Please choose another one.",
      },
    });
    judging(app, REFUSAL);
    expect(await show(browser, 2)).toMatchObject({ status: 422, body: { code: 'picture_refused' } });
    expect((await browser.account()).body.profilePictureUrl).toBe(url);
    expect(await statusOf(url)).toBe(200);
  });

  it('is accepted only as a picture, in its own form field', async () => {
    const { browser } = await join();
    const words = await browser.upload(PICTURE, textNamedJpg(), { field: 'picture' });
    expect(words.status).toBe(422);
    const strip = await browser.upload(PICTURE, blackPng(100, 501), { field: 'picture' });
    expect(strip).toMatchObject({ status: 422, body: { code: 'photo_sides' } });
    expect((await browser.upload(PICTURE, await jpegPhoto(1))).status).toBe(400);
    expect((await browser.post(PICTURE)).status).toBe(400);
    expect((await browser.account()).body.profilePictureUrl).toBeNull();
  });

  it('is one of many simultaneous uploads, complete, and the files of the others are deleted', async () => {
    const { browser, user } = await join();
    const before = await foldersOf(app);
    // Small, because the pixels do not matter here. No more than a server of one core lets one person have at once.
    const pictures = Array.from({ length: 4 }, (_, seed) =>
      sharp(scene(seed, 400, 300))
        .jpeg()
        .toBuffer(),
    );
    const sent = await Promise.all(
      (await Promise.all(pictures)).map((bytes) =>
        browser.upload<User>(PICTURE, bytes, { field: 'picture' }),
      ),
    );
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200));
    const shown = (await browser.account()).body.profilePictureUrl;
    expect(sent.map(({ body }) => body.profilePictureUrl)).toContain(shown);
    const pictureId = /[0-9a-f-]{36}/.exec(shown ?? '')?.[0] ?? '';
    await settled(app);
    expect((await foldersOf(app)).filter((folder) => !before.includes(folder))).toEqual([pictureId]);
    expect(await images().exists(pictureId)).toBe(true);
    expect((await publicOf(user)).profilePictureUrl).toBe(shown);
  });

  it('stays when the files of the next one cannot be stored, and these leave nothing', async () => {
    const { browser } = await join();
    const url = (await show(browser, 1)).body.profilePictureUrl;
    const before = await foldersOf(app);
    const put = images().put.bind(images());
    jest.spyOn(images(), 'put').mockImplementation(async (pictureId, renditions) => {
      await put(pictureId, renditions);
      throw new Error('no space');
    });
    expect((await show(browser, 2)).status).toBe(500);
    expect((await browser.account()).body.profilePictureUrl).toBe(url);
    expect(await statusOf(url)).toBe(200);
    expect((await foldersOf(app)).filter((folder) => !before.includes(folder))).toEqual([]);
  });

  it('is the one that was decided last when another server sets one during the upload', async () => {
    const { browser, user } = await join();
    const put = images().put.bind(images());
    const other = crypto.randomUUID();
    jest.spyOn(images(), 'put').mockImplementationOnce(async (pictureId, renditions) => {
      await put(other, renditions);
      await send(app, Account.ChangeProfilePicture({ accountId: user.id, pictureId: other }));
      await put(pictureId, renditions);
    });
    const shown = (await show(browser, 1)).body.profilePictureUrl ?? '';
    expect(shown).not.toContain(other);
    expect(await statusOf(shown)).toBe(200);
    await settled(app);
    expect(await images().exists(other)).toBe(false);
  });

  it('keeps its files while the view is behind and shows the previous picture', async () => {
    const { browser, user } = await join();
    const reader = app.server.get(AccountsReader, { strict: false });
    const before = await reader.user(user.id);
    const behind = jest.spyOn(reader, 'user').mockResolvedValue(before);
    expect((await show(browser, 1)).status).toBe(200);
    behind.mockRestore();
    expect(await statusOf((await browser.account()).body.profilePictureUrl)).toBe(200);
  });

  it('leaves no files when the account is deleted during the upload', async () => {
    const { browser, user } = await join();
    const before = await foldersOf(app);
    const put = images().put.bind(images());
    jest.spyOn(images(), 'put').mockImplementationOnce(async (pictureId, renditions) => {
      const now = app.clock.now().toISOString();
      await send(app, Account.RequestDeletion({ accountId: user.id, dueAt: now }));
      await send(app, Account.DeleteAccount({ accountId: user.id, now }));
      await settled(app);
      await put(pictureId, renditions);
    });
    await show(browser, 1);
    expect((await foldersOf(app)).filter((folder) => !before.includes(folder))).toEqual([]);
  });
});
