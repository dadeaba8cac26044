import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { BlockedPicture } from '../../src/api/photos/blocked-pictures.controller.js';
import { PictureBlock } from '../../src/domain/moderation/blocked-picture.js';
import { normalisePhoto } from '../../src/infrastructure/images/photo.js';
import { useAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { freeze } from '../support/frozen-view.js';
import { jpegPhoto, PHOTO_HEIGHT, PHOTO_WIDTH } from '../support/photos.js';
import { send } from '../support/posts.js';
import { ScriptedJudge } from '../support/scripted-judge.js';
import { settled } from '../support/settled.js';
import { usePerson } from '../support/people.js';

const LIST = '/api/rtm-sys/blocked-pictures';
const REFUSED = {
  status: 422,
  body: {
    code: 'picture_refused',
    message: "We can't take this photo: it matches a photo that was removed. Nothing was kept.",
  },
};

describe('the block list of pictures', () => {
  const judge = new ScriptedJudge();
  const app = useOwnApp('not shared yet', { judge });
  const moderator = useAdmin(app, 'moe');
  const ann = usePerson(app, 'ann@example.org');
  let seed = 40;

  beforeEach(() => {
    judge.asked = 0;
    judge.next = {
      verdict: 'pass',
      reasons: [],
      scores: { toeAlignment: 7, toeNails: 7, footShape: 7, aesthetic: 7 },
      comment: 'A calm picture.',
      model: 'script',
      promptVersion: '1',
    };
    // Three refusals within a day would block the address.
    app.clock.advance(25 * 3_600_000);
  });

  const madeUp = () => {
    const imageHash = randomBytes(32).toString('hex');
    return { imageHash, perceptualHash: imageHash.slice(0, 16) };
  };
  const freshPhoto = () => jpegPhoto((seed += 1), [PHOTO_WIDTH, PHOTO_HEIGHT]);
  const brighter = (photo: Buffer) => sharp(photo).modulate({ brightness: 1.05 }).jpeg().toBuffer();
  /** Blocks a picture, or a made-up one, as the removal of a post does. */
  const block = async (photo: Buffer | null, actId: string = crypto.randomUUID()) => {
    const { imageHash, perceptualHash } = photo ? await normalisePhoto(photo) : madeUp();
    const postId = crypto.randomUUID();
    await send(app, PictureBlock.BlockPicture({ imageHash, perceptualHash, postId, actId, reason: 'spam' }));
    return imageHash;
  };
  const listed = async (query = '') => (await moderator.get<BlockedPicture[]>(LIST + query)).body;

  it.each([
    ['/api/upload', 'image'],
    ['/api/posts/publish-direct', 'image'],
    ['/api/user/profile/picture', 'picture'],
  ])('refuses the same picture and a near-copy at %s, without asking the judge', async (address, field) => {
    const photo = await freshPhoto();
    await block(photo);
    expect(await ann.upload(address, photo, { field })).toMatchObject(REFUSED);
    expect(await ann.upload(address, await brighter(photo), { field })).toMatchObject(REFUSED);
    expect(judge.asked).toBe(0);
    expect((await ann.upload(address, await freshPhoto(), { field })).status).toBeLessThan(300);
    expect(judge.asked).toBe(1);
  });

  it.each([
    ['mirrored', (photo: Buffer) => sharp(photo).flop().jpeg().toBuffer()],
    ['turned', (photo: Buffer) => sharp(photo).rotate(90).jpeg().toBuffer()],
    [
      'cropped',
      (photo: Buffer) =>
        sharp(photo).extract({ left: 128, top: 0, width: 1472, height: 1104 }).jpeg().toBuffer(),
    ],
  ])('sends a %s copy to review, and keeps no more hashes of it', async (_, change) => {
    const photo = await freshPhoto();
    await block(photo);
    const { status, body } = await ann.publishPhoto(await change(photo));
    expect(status).toBe(201);
    expect((await ann.viewPost(body.id)).body).toMatchObject({
      isPublic: false,
      moderationFlags: ['may be a mirrored, turned or cropped copy of a photo that was removed'],
    });
    expect((await app.texts()).join('')).not.toContain('copyHashes');
  });

  it('records the refusals, and blocks uploads after three of them', async () => {
    const photo = await freshPhoto();
    await block(photo);
    for (let turn = 0; turn < 3; turn += 1) expect((await ann.uploadPhoto(photo)).status).toBe(422);
    expect((await ann.uploadPhoto(await freshPhoto())).status).toBe(403);
  });

  it('refuses to publish a rating that was issued before the block', async () => {
    const photo = await freshPhoto();
    const { body } = await ann.uploadPhoto(photo);
    await block(photo);
    expect(await ann.publish(body)).toMatchObject(REFUSED);
  });

  it('refuses the same picture while the view is frozen, and sends all others to review', async () => {
    const photo = await freshPhoto();
    await block(photo);
    using _ = freeze(app, 'blocked-pictures');
    expect(await ann.uploadPhoto(photo)).toMatchObject(REFUSED);
    const { body } = await ann.publishPhoto(await freshPhoto());
    expect((await ann.viewPost(body.id)).body).toMatchObject({
      isPublic: false,
      moderationFlags: ['could not be compared with removed photos yet'],
    });
  });

  it('has the picture of a removed post, until the removal is undone', async () => {
    await moderator.signIn('moe');
    const photo = await freshPhoto();
    const { body } = await ann.publishPhoto(photo);
    const removed = await moderator.remove(body.id, {
      reason: 'spam',
    });
    await settled(app);
    expect(await listed()).toContainEqual(expect.objectContaining({ postId: body.id, isBlocked: true }));
    expect(await ann.uploadPhoto(photo)).toMatchObject(REFUSED);
    await moderator.undo(removed.body.actId);
    await settled(app);
    expect((await listed('?lifted=true')).map(({ postId }) => postId)).toContain(body.id);
    expect((await ann.uploadPhoto(photo)).status).toBe(201);
  });

  it('allows the picture again after the block was undone', async () => {
    const photo = await freshPhoto();
    const actId = crypto.randomUUID();
    const imageHash = await block(photo, actId);
    await send(app, PictureBlock.UndoPictureBlock({ imageHash, actId }));
    expect((await ann.uploadPhoto(photo)).status).toBe(201);
  });

  describe('in the back office', () => {
    // The session ended while the clock went on.
    beforeEach(() => moderator.signIn('moe'));

    it('is listed newest first, page by page, with a total', async () => {
      const hashes = [];
      for (let turn = 0; turn < 3; turn += 1) {
        app.clock.advance(1000);
        hashes.push(await block(null));
      }
      const first = await moderator.get<BlockedPicture[]>(`${LIST}?limit=2`);
      expect(first.body.map(({ imageHash }) => imageHash)).toEqual([hashes[2], hashes[1]]);
      expect(first.body[0]).toMatchObject({
        isBlocked: true,
        liftingId: null,
        reason: 'spam',
        notes: [],
      });
      const total = Number(first.headers.get('x-total-count'));
      expect(total).toBe((await listed('?limit=100')).length);
      const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
      expect((await moderator.get<BlockedPicture[]>(next)).body[0]?.imageHash).toBe(hashes[0]);
    });

    it('takes explanations with their author and time', async () => {
      const imageHash = await block(null);
      const { status, body } = await moderator.post<BlockedPicture>(`${LIST}/${imageHash}/notes`, {
        note: 'An advertisement.',
      });
      const note = { by: 'moe', at: app.clock.now().toISOString(), note: 'An advertisement.' };
      expect([status, body.notes]).toEqual([200, [note]]);
      expect((await listed())[0]?.notes).toEqual([note]);
      expect(await moderator.post(`${LIST}/${imageHash}/notes`, { note: ' ' })).toMatchObject({
        status: 400,
        body: { message: 'Please describe the reason.' },
      });
      expect((await app.texts()).some((text) => text.includes('An advertisement.'))).toBe(false);
    });

    it('allows a picture whose block is lifted, and blocks it again when that is undone', async () => {
      const photo = await freshPhoto();
      const imageHash = await block(photo);
      const lifted = await moderator.delete<{ actId: string; picture: BlockedPicture }>(
        `${LIST}/${imageHash}`,
        { reason: 'other', note: 'It was a mistake.' },
      );
      const { actId: liftingId } = lifted.body;
      expect(lifted).toMatchObject({
        status: 200,
        body: { picture: { imageHash, isBlocked: false, liftingId } },
      });
      expect((await ann.uploadPhoto(photo)).status).toBe(201);
      expect((await listed('?lifted=true')).map((picture) => picture.imageHash)).toContain(imageHash);
      expect(await moderator.delete(`${LIST}/${imageHash}`, { reason: 'quality' })).toMatchObject({
        status: 409,
        body: { message: 'This picture is not blocked any more.' },
      });
      const undo = () => moderator.undo(liftingId, 'It is the same.');
      expect((await undo()).status).toBe(200);
      expect(await ann.uploadPhoto(photo)).toMatchObject(REFUSED);
      expect((await undo()).status).toBe(200);
      const { body: acts } = await moderator.actsOn(imageHash);
      expect(acts).toEqual([
        expect.objectContaining({
          kind: 'PictureUnblocked',
          subject: { kind: 'picture', id: imageHash },
          ownerId: null,
          note: 'It was a mistake.',
          undone: expect.objectContaining({ byName: 'moe', reason: 'It is the same.' }),
        }),
      ]);
    });

    it.each([
      ['no reason', {}, 'Please choose a reason'],
      ['an unknown reason', { reason: 'taste' }, 'Please choose a reason'],
      ['no note for another reason', { reason: 'other' }, 'Please describe the reason.'],
    ])('lifts nothing with %s', async (_, body, message) => {
      const imageHash = await block(null);
      const answer = await moderator.delete<{ message: string }>(`${LIST}/${imageHash}`, body);
      expect([answer.status, answer.body.message]).toEqual([400, message]);
      expect((await listed())[0]).toMatchObject({ imageHash, isBlocked: true });
    });

    it.each(['none', 'f'.repeat(64)])('knows no picture %s', async (imageHash) => {
      const expected = { status: 404, body: { message: 'This picture is not on the block list.' } };
      expect(await moderator.delete(`${LIST}/${imageHash}`, { reason: 'spam' })).toMatchObject(expected);
      expect(await moderator.post(`${LIST}/${imageHash}/notes`, { note: 'x' })).toMatchObject(expected);
    });
  });
});
