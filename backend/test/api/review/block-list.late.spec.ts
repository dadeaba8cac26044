import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { BlockedPicture } from '../../../src/api/photos/blocked-pictures.controller.js';
import type { ReviewItem } from '../../../src/api/review/reviews.contract.js';
import { PictureBlock } from '../../../src/domain/moderation/blocked-picture.js';
import { Post } from '../../../src/domain/post/post.js';
import { normalisePhoto } from '../../../src/infrastructure/images/photo.js';
import { useAdmin } from '../../support/admins.js';
import { useOwnApp } from '../../support/app.js';
import { DESK } from '../../support/desk.js';
import { freeze } from '../../support/frozen-view.js';
import { jpegPhoto, PHOTO_HEIGHT, PHOTO_WIDTH } from '../../support/photos.js';
import { send } from '../../support/posts.js';
import { PASSED, ScriptedJudge } from '../../support/scripted-judge.js';
import { settled } from '../../support/settled.js';
import { usePerson } from '../../support/people.js';

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
  const app = useOwnApp('freezes a view', { judge });
  const moderator = useAdmin(app, 'moe');
  const owner = useAdmin(app, 'olga', 'owner');
  const ann = usePerson(app, 'ann@example.org');
  let seed = 40;

  beforeEach(() => {
    judge.asked = 0;
    judge.next = PASSED;
    // Three refusals within a day would block the address.
    app.clock.advance(25 * 3_600_000);
    return Promise.all([moderator.signIn('moe'), owner.signIn('olga')]);
  });

  const ids = () => ({ postId: crypto.randomUUID(), actId: crypto.randomUUID() });
  const madeUp = () => {
    const imageHash = randomBytes(32).toString('hex');
    return { imageHash, perceptualHash: imageHash.slice(0, 16) };
  };
  const freshPhoto = () => jpegPhoto((seed += 1), [PHOTO_WIDTH, PHOTO_HEIGHT]);
  const brighter = (photo: Buffer) => sharp(photo).modulate({ brightness: 1.05 }).jpeg().toBuffer();
  /** Blocks a picture, or a made-up one, as the removal of a post does. */
  const block = async (photo: Buffer | null) => {
    const { imageHash, perceptualHash } = photo ? await normalisePhoto(photo) : madeUp();
    await send(app, PictureBlock.BlockPicture({ imageHash, perceptualHash, ...ids(), reason: 'spam' }));
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
    ['framed', (photo: Buffer) => sharp(photo).extend({ top: 500, bottom: 700 }).jpeg().toBuffer()],
  ])('sends a %s copy to review, and keeps no more hashes of it', async (_, change) => {
    const photo = await freshPhoto();
    await block(photo);
    const { status, body } = await ann.publishPhoto(await change(photo));
    expect(status).toBe(201);
    expect((await ann.viewPost(body.id)).body).toMatchObject({
      isPublic: false,
      moderationFlags: ['may be a mirrored, turned, cropped or framed copy of a photo that was removed'],
    });
    expect((await app.texts()).join('')).not.toContain('copyHashes');
  });

  it('shows the nearest removed picture beside a copy while its files exist, to those who may see it', async () => {
    const photo = await freshPhoto();
    const { body: original } = await ann.publishPhoto(photo);
    // Another one that is a little like it.
    const { imageHash, perceptualHash } = await normalisePhoto(photo);
    const like = (BigInt(`0x${perceptualHash}`) ^ 0x700n).toString(16).padStart(16, '0');
    await send(
      app,
      PictureBlock.BlockPicture({ ...madeUp(), perceptualHash: like, ...ids(), reason: 'spam' }),
    );
    await moderator.remove(original.id, { reason: 'explicit', note: 'Not here.' });
    await settled(app);
    const removedAt = app.clock.now().toISOString();
    const { body: rated } = await ann.uploadPhoto(await sharp(photo).flop().jpeg().toBuffer());
    const { body: copy } = await ann.publish(rated);
    const copyOf = async (admin = moderator) =>
      (await admin.get<ReviewItem[]>(`${DESK}/queue`)).body.find(({ id }) => id === copy.id)?.copyOf;
    const imageUrl = `/api/rtm-sys/pictures/${original.id}/640.webp`;
    const shown = { postId: original.id, imageUrl, reason: 'explicit', removedAt };
    expect(await copyOf()).toEqual(shown);
    // Under legal hold, and for the reason that only owners look at.
    const { body: hold } = await moderator.escalate(original.id, { reason: 'minor', note: 'Reported.' });
    await settled(app);
    const held = { ...shown, reason: 'minor' };
    expect([await copyOf(), await copyOf(owner)]).toEqual([{ ...held, imageUrl: null }, held]);
    await send(app, Post.DeletePost({ postId: original.id, ownerId: ann.id, because: 'account deleted' }));
    expect(await copyOf(owner)).toEqual(held);
    expect((await owner.undo(hold.actId)).status).toBe(200);
    await settled(app);
    expect([await copyOf(), await copyOf(owner)]).toEqual([
      { ...held, imageUrl: null },
      { ...held, imageUrl: null },
    ]);
    await moderator.delete(`${LIST}/${imageHash}`, { reason: 'other', note: 'A mistake.' });
    await settled(app);
    expect(await copyOf()).toBeNull();
  });

  it('refuses to publish a rating that was issued before, and blocks uploads after three refusals', async () => {
    const photo = await freshPhoto();
    const { body } = await ann.uploadPhoto(photo);
    await block(photo);
    expect(await ann.publish(body)).toMatchObject(REFUSED);
    for (let turn = 0; turn < 3; turn += 1) expect((await ann.uploadPhoto(photo)).status).toBe(422);
    expect((await ann.uploadPhoto(await freshPhoto())).status).toBe(403);
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
    const photo = await freshPhoto();
    const { body } = await ann.publishPhoto(photo);
    const removed = await moderator.remove(body.id);
    await settled(app);
    expect(await listed()).toContainEqual(expect.objectContaining({ postId: body.id, isBlocked: true }));
    expect(await ann.uploadPhoto(photo)).toMatchObject(REFUSED);
    await moderator.undo(removed.body.actId);
    await settled(app);
    expect((await listed('?lifted=true')).map(({ postId }) => postId)).toContain(body.id);
    expect((await ann.uploadPhoto(photo)).status).toBe(201);
  });

  it('is listed newest first, page by page, with a total and explanations', async () => {
    const hashes = [];
    for (let turn = 0; turn < 3; turn += 1) {
      app.clock.advance(1000);
      hashes.push(await block(null));
    }
    const first = await moderator.get<BlockedPicture[]>(`${LIST}?limit=2`);
    expect(first.body.map(({ imageHash }) => imageHash)).toEqual([hashes[2], hashes[1]]);
    expect(first.body[0]).toMatchObject({ isBlocked: true, liftingId: null, reason: 'spam', notes: [] });
    const total = Number(first.headers.get('x-total-count'));
    expect(total).toBe((await listed('?limit=100')).length);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect((await moderator.get<BlockedPicture[]>(next)).body[0]?.imageHash).toBe(hashes[0]);

    const said = { note: 'An advertisement.' };
    const { status, body } = await moderator.post<BlockedPicture>(`${LIST}/${hashes[2]}/notes`, said);
    const note = { by: 'moe', at: app.clock.now().toISOString(), ...said };
    expect([status, body.notes]).toEqual([200, [note]]);
    expect((await listed())[0]?.notes).toEqual([note]);
    expect((await app.texts()).some((text) => text.includes(said.note))).toBe(false);
  });

  it('allows a picture whose block is lifted, and blocks it again when that is undone', async () => {
    const photo = await freshPhoto();
    const imageHash = await block(photo);
    const given = { reason: 'other', note: 'It was a mistake.' };
    const lifted = await moderator.delete<{ actId: string; picture: BlockedPicture }>(
      `${LIST}/${imageHash}`,
      given,
    );
    const { actId: liftingId } = lifted.body;
    const picture = { imageHash, isBlocked: false, liftingId };
    expect(lifted).toMatchObject({ status: 200, body: { picture } });
    expect((await ann.uploadPhoto(photo)).status).toBe(201);
    expect((await listed('?lifted=true')).map((one) => one.imageHash)).toContain(imageHash);
    expect((await moderator.undo(liftingId)).status).toBe(200);
    expect(await ann.uploadPhoto(photo)).toMatchObject(REFUSED);
    expect((await moderator.undo(liftingId)).status).toBe(200);
    const { body: acts } = await moderator.actsOn(imageHash);
    expect(acts).toMatchObject([
      {
        kind: 'PictureUnblocked',
        subject: { kind: 'picture', id: imageHash },
        ownerId: null,
        note: given.note,
        undone: { byName: 'moe', reason: 'A mistake.' },
      },
    ]);
  });

  it.each([
    ['no reason', {}, 'Please choose a reason'],
    ['an unknown reason', { reason: 'taste' }, 'Please choose a reason'],
    ['no note for another reason', { reason: 'other' }, 'Please describe the reason.'],
  ])('lifts nothing with %s', async (_, body, message) => {
    const imageHash = await block(null);
    const answer = await moderator.delete(`${LIST}/${imageHash}`, body);
    expect(answer).toMatchObject({ status: 400, body: { message } });
    expect((await listed())[0]).toMatchObject({ imageHash, isBlocked: true });
  });

  it.each(['none', 'f'.repeat(64)])('knows no picture %s', async (imageHash) => {
    const expected = { status: 404, body: { message: 'This picture is not on the block list.' } };
    expect(await moderator.delete(`${LIST}/${imageHash}`, { reason: 'spam' })).toMatchObject(expected);
    expect(await moderator.post(`${LIST}/${imageHash}/notes`, { note: 'x' })).toMatchObject(expected);
  });
});
