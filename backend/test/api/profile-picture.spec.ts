import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { Account } from '../../src/domain/account/account.js';
import { UnusedPictures } from '../../src/api/account/unused-pictures.js';
import { ImageStore } from '../../src/infrastructure/images/image-store.port.js';
import { normalisePhoto } from '../../src/infrastructure/images/photo.js';
import {
  type JudgedPhoto,
  type Judgement,
  PhotoJudge,
} from '../../src/infrastructure/judge/photo-judge.port.js';
import { AccountsReader, type User } from '../../src/projections/accounts/accounts.js';
import { type RunningApp, useOwnApp } from '../support/app.js';
import { verified } from '../support/people.js';
import { blackPng, jpegPhoto, photoOnItsSide, scene, textNamedJpg } from '../support/photos.js';
import { send } from '../support/posts.js';
import { settled } from '../support/settled.js';
import type { Visitor } from '../support/visitor.js';

const PICTURE = '/api/user/profile/picture';

/** A judge with the verdict that the test sets. */
class SayingJudge extends PhotoJudge {
  override readonly kind = 'ai';
  verdict: 'pass' | 'review' | 'refuse' = 'pass';

  /** The pictures that it was asked about. */
  readonly asked: Buffer[] = [];

  override async judge({ webp }: JudgedPhoto): Promise<Judgement> {
    this.asked.push(webp);
    const { verdict } = this;
    const asked = { model: 'saying', promptVersion: '1' };
    if (verdict === 'refuse') return { verdict, reasons: ['shows a face'], ...asked };
    return {
      verdict,
      reasons: verdict === 'review' ? ['may show a face'] : [],
      scores: { toeAlignment: 7, toeNails: 7, footShape: 7, aesthetic: 7 },
      comment: 'A calm picture.',
      ...asked,
    };
  }
}

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
  let person = 0;
  const judge = new SayingJudge();
  const app = useOwnApp('not shared yet', { judge });
  beforeEach(() => {
    judge.verdict = 'pass';
  });

  const join = async () => {
    person += 1;
    return verified(app, `person${person}@example.org`);
  };
  const show = async (browser: Visitor, seed: number) =>
    browser.upload<User>(PICTURE, await jpegPhoto(seed), { field: 'picture' });
  const publicOf = async ({ id }: User) =>
    (await app.browser().get<{ user: Partial<User> }>(`/api/users/${id}`)).body.user;
  const statusOf = async (address: string | null) => (await app.browser().get(address ?? '/images')).status;

  it('is the uploaded picture, in the widths of every photo', async () => {
    const { browser, user } = await join();
    const answer = await show(browser, 1);
    expect(answer.status).toBe(200);
    const url = answer.body.profilePictureUrl;
    expect(url).toMatch(/^\/images\/[0-9a-f-]{36}\/320\.webp$/);
    expect(await statusOf(url)).toBe(200);
    expect((await publicOf(user)).profilePictureUrl).toBe(url);
  });

  it('leaves no files of a replaced or removed picture', async () => {
    const { browser } = await join();
    const first = (await show(browser, 1)).body.profilePictureUrl;
    const second = (await show(browser, 2)).body.profilePictureUrl;
    expect(second).not.toBe(first);
    await settled(app);
    expect(await statusOf(first)).toBe(404);
    expect(await statusOf(second)).toBe(200);
    expect(await browser.delete(PICTURE)).toMatchObject({ status: 200, body: { profilePictureUrl: null } });
    await settled(app);
    expect(await statusOf(second)).toBe(404);
    expect((await browser.delete(PICTURE)).status).toBe(200);
  });

  it('is the square that the form chooses, in whatever order, and nothing of the rest is judged or stored', async () => {
    const { browser } = await join();
    judge.asked.length = 0;
    const form = (order: 'before' | 'after', crop: string, picture: Buffer) => {
      const body = new FormData();
      const file = new Blob([new Uint8Array(picture)]);
      if (order === 'before') body.append('crop', crop);
      body.append('picture', file, 'a.jpg');
      if (order === 'after') body.append('crop', crop);
      return browser.request<User>('POST', PICTURE, { body });
    };
    // Upright, it is 1200 × 1600: red above, blue below.
    const photo = await photoOnItsSide();
    const blue = await form('before', '0.5,0.65,0.4,0.3', photo);
    const red = await form('after', '0.000000,0,0.5,0.375', photo);
    expect([blue.status, red.status]).toEqual([200, 200]);
    // A square of a picture that is too long is not accepted, either.
    expect(await form('after', '0,0.1,1,0.02', blackPng(100, 5000))).toMatchObject({
      status: 422,
      body: { code: 'photo_sides' },
    });
    const kept = await Promise.all(
      judge.asked.map(async (webp) => {
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

  it.each([
    ['1,1', 'The crop must be four numbers'],
    ['a,b,c,d', 'The crop must be four numbers'],
    ['0,0,,1', 'The crop must be four numbers'],
    ['0,0,0,0', 'The crop must be four numbers'],
    ['-0.1,0,0.5,0.5', 'The crop must be four numbers'],
    ['0.6,0,0.5,0.5', 'The crop must be four numbers'],
    ['0,0,1e999,1', 'The crop must be four numbers'],
    ['0,0,NaN,1', 'The crop must be four numbers'],
    ['0,0,0.5,0.5', 'The crop must be a square of the picture.'],
    ['0,0,0.0001,0.0001', 'The crop must be a square of the picture.'],
  ])('is rejected with 400 if the crop of a photo of 400 × 300 is %s', async (crop, message) => {
    const { browser } = await join();
    const body = new FormData();
    body.append('crop', crop);
    body.append('picture', new Blob([new Uint8Array(await jpegPhoto(1))]), 'a.jpg');
    const answer = await browser.request<{ message: string }>('POST', PICTURE, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(answer.body.message).toContain(message);
  });

  it('is another request with another crop, whatever its key', async () => {
    const { browser } = await join();
    const crop = async (square: string) => {
      const body = new FormData();
      body.append('picture', new Blob([new Uint8Array(await jpegPhoto(1))]), 'a.jpg');
      body.append('crop', square);
      return browser.request<User>('POST', PICTURE, {
        body,
        headers: { 'idempotency-key': 'one-of-the-crops' },
      });
    };
    const first = await crop('0,0,0.75,1');
    expect(first.status).toBe(200);
    expect((await crop('0,0,0.75,1')).body).toEqual(first.body);
    expect((await crop('0.25,0,0.75,1')).status).toBe(422);
  });

  it('is rejected if it needs a review or is refused', async () => {
    const { browser } = await join();
    const url = (await show(browser, 1)).body.profilePictureUrl;
    judge.verdict = 'review';
    expect(await show(browser, 2)).toMatchObject({
      status: 422,
      body: {
        code: 'picture_refused',
        message: "We can't take this picture for a profile: it may show a face. Please choose another one.",
      },
    });
    judge.verdict = 'refuse';
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

  it('stays empty when the files cannot be stored, and leaves no files', async () => {
    const { browser } = await join();
    const images = app.server.get(ImageStore, { strict: false });
    const put = images.put.bind(images);
    images.put = () => Promise.reject(new Error('no space'));
    expect((await show(browser, 1)).status).toBe(500);
    images.put = put;
    expect((await browser.account()).body.profilePictureUrl).toBeNull();
  });

  it('is one of many simultaneous uploads, complete, and the files of the others are deleted', async () => {
    const { browser, user } = await join();
    const before = await foldersOf(app);
    // Small, because the pixels do not matter here. No more than a server of one core lets wait.
    const pictures = Array.from({ length: 16 }, (_, seed) =>
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
    expect(await app.server.get(ImageStore, { strict: false }).exists(pictureId)).toBe(true);
    expect((await publicOf(user)).profilePictureUrl).toBe(shown);
  });

  it('stays when the files of the next one cannot be stored, and these leave nothing', async () => {
    const { browser } = await join();
    const url = (await show(browser, 1)).body.profilePictureUrl;
    const before = await foldersOf(app);
    const images = app.server.get(ImageStore, { strict: false });
    const put = images.put.bind(images);
    images.put = async (pictureId, renditions) => {
      await put(pictureId, renditions);
      throw new Error('no space');
    };
    expect((await show(browser, 2)).status).toBe(500);
    images.put = put;
    expect((await browser.account()).body.profilePictureUrl).toBe(url);
    expect(await statusOf(url)).toBe(200);
    expect(await foldersOf(app)).toEqual(before);
  });

  it('is still the previous one when another server sets a newer picture during the upload', async () => {
    const { browser, user } = await join();
    const images = app.server.get(ImageStore, { strict: false });
    const put = images.put.bind(images);
    const newer = '00000000-0000-4000-8000-00000000dcba';
    images.put = async (pictureId, renditions) => {
      await put(newer, renditions);
      await send(app, Account.ChangeProfilePicture({ accountId: user.id, pictureId: newer }));
      await put(pictureId, renditions);
    };
    const shown = (await show(browser, 1)).body.profilePictureUrl ?? '';
    images.put = put;
    // The upload was decided last, so it replaces the newer one.
    expect(shown).not.toContain(newer);
    expect(await statusOf(shown)).toBe(200);
    await settled(app);
    expect(await images.exists(newer)).toBe(false);
  });

  it('stays through a crash before the event of the next one, whose files are deleted at the next start', async () => {
    const { browser, user } = await join();
    const url = (await show(browser, 1)).body.profilePictureUrl;
    const before = await foldersOf(app);
    const images = app.server.get(ImageStore, { strict: false });
    const unused = app.server.get(UnusedPictures, { strict: false });
    const interrupted = '00000000-0000-4000-8000-00000000feed';
    await unused.remember(interrupted, user.id);
    await images.put(interrupted, (await normalisePhoto(await jpegPhoto(3))).renditions);
    expect(await unused.sweep()).toBe(0);
    app.clock.advance(10 * 60_000 + 1);
    expect(await unused.sweep()).toBe(1);
    expect(await foldersOf(app)).toEqual(before);
    expect(await statusOf(url)).toBe(200);
    expect(await unused.sweep()).toBe(0);
  });

  it('stays through a crash after its event', async () => {
    const { browser, user } = await join();
    const url = (await show(browser, 1)).body.profilePictureUrl;
    const unused = app.server.get(UnusedPictures, { strict: false });
    await unused.remember(/[0-9a-f-]{36}/.exec(url ?? '')?.[0] ?? '', user.id);
    app.clock.advance(10 * 60_000 + 1);
    expect(await unused.sweep()).toBe(1);
    expect(await statusOf(url)).toBe(200);
  });

  it('keeps its files while the view is behind and shows the previous picture', async () => {
    const { browser, user } = await join();
    const reader = app.server.get(AccountsReader, { strict: false });
    const before = await reader.user(user.id);
    const { user: read } = reader;
    reader.user = () => Promise.resolve(before);
    const answer = await show(browser, 1);
    reader.user = read;
    expect(answer.status).toBe(200);
    const shown = (await browser.account()).body.profilePictureUrl;
    expect(await statusOf(shown)).toBe(200);
  });

  it('leaves no files when the account is deleted during the upload', async () => {
    const { browser, user } = await join();
    const before = await foldersOf(app);
    const images = app.server.get(ImageStore, { strict: false });
    const put = images.put.bind(images);
    images.put = async (pictureId, renditions) => {
      const now = app.clock.now().toISOString();
      await send(app, Account.RequestDeletion({ accountId: user.id, dueAt: now }));
      await send(app, Account.DeleteAccount({ accountId: user.id, now }));
      await settled(app);
      await put(pictureId, renditions);
    };
    await show(browser, 1);
    images.put = put;
    expect((await foldersOf(app)).filter((folder) => !before.includes(folder))).toEqual([]);
  });
});
