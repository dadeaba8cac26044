import { Photo } from '../../src/domain/photo/photo.js';
import { PublishedPicture } from '../../src/domain/post/published-picture.js';
import { type Judgement, PhotoJudge } from '../../src/infrastructure/judge/photo-judge.port.js';
import { normalisePhoto } from '../../src/infrastructure/images/photo.js';
import type { Post } from '../../src/projections/leaderboard/shown-posts.js';
import { PhotoExpiry } from '../../src/reactions/timers/photo-expiry.js';
import { useOwnApp } from '../support/app.js';
import { jpegPhoto } from '../support/photos.js';
import { send } from '../support/posts.js';
import { published } from '../support/publications.js';
import { usePerson } from '../support/people.js';

const HOUR = 3_600_000;

/** Passes every photo, sends it to review, or refuses it. */
class TestJudge extends PhotoJudge {
  override readonly kind = 'ai';
  verdict: Judgement['verdict'] = 'pass';

  override judge(): Promise<Judgement> {
    const asked = { model: 'test', promptVersion: '1' };
    if (this.verdict === 'refuse') {
      return Promise.resolve({ ...asked, verdict: 'refuse', reasons: ['shows a face'] });
    }
    return Promise.resolve({
      ...asked,
      verdict: this.verdict,
      reasons: this.verdict === 'review' ? ['may show a tattoo with a name'] : [],
      scores: { toeAlignment: 9, toeNails: 9, footShape: 9, aesthetic: 9 },
      comment: 'Strong light.',
    });
  }
}

describe('publishing without a rating', () => {
  const judge = new TestJudge();
  const app = useOwnApp('not shared yet', { judge });
  const ann = usePerson(app, 'ann@example.org');
  const bob = usePerson(app, 'bob@example.org');
  beforeEach(() => {
    judge.verdict = 'pass';
  });

  let seed = 500;
  const photo = () => jpegPhoto((seed += 1));
  const shown = async (id: string, browser = app.browser()) => browser.viewPost(id);

  it('puts the photo on the board, which shows 0.0 until users rate it', async () => {
    const { status, body } = await ann.publishPhoto(await photo());
    expect(status).toBe(201);
    const post = (await shown(body.id)).body;
    expect(post).toMatchObject({ userId: ann.id, averageRating: '0.0', ratingsCount: 0, isPublic: true });
    expect((await app.browser().get(post.imageUrl)).status).toBe(200);
    await bob.rate(body.id, 8);
    expect((await shown(body.id)).body).toMatchObject({ averageRating: '8.0', ratingsCount: 1 });
    const week = await app.browser().get<{ posts: Post[] }>('/api/leaderboard/weekly');
    expect(week.body.posts.map(({ id }) => id)).toContain(body.id);
  });

  it('rejects the same picture of the same user, published with a rating or without', async () => {
    const [direct, rated] = [await photo(), await photo()];
    expect((await ann.publishPhoto(direct)).status).toBe(201);
    await published(ann, rated);
    for (const bytes of [direct, rated]) {
      expect(await ann.publishPhoto(bytes)).toMatchObject({
        status: 409,
        body: { message: 'You have already published this photo.' },
      });
    }
  });

  it('makes one post of two simultaneous requests with the same picture', async () => {
    const bytes = await photo();
    const tries = await Promise.all([ann.publishPhoto(bytes), ann.publishPhoto(bytes)]);
    // The second request continues the first, or is rejected if it comes too late for that.
    const made = tries.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    expect(tries.filter(({ status }) => status === 409)).toHaveLength(tries.length - made.length);
  });

  it('holds a copy of another user’s picture for review', async () => {
    const bytes = await photo();
    await ann.publishPhoto(bytes);
    const { body, status } = await bob.publishPhoto(bytes);
    expect(status).toBe(201);
    expect((await shown(body.id)).status).toBe(404);
    expect((await shown(body.id, bob)).body.moderationFlags).toEqual([
      'looks like a photo that another user has published',
    ]);
  });

  it('shows a photo held for review to its owner only', async () => {
    judge.verdict = 'review';
    const { body } = await ann.publishPhoto(await photo());
    expect((await shown(body.id)).status).toBe(404);
    expect((await shown(body.id, ann)).body).toMatchObject({
      isPublic: false,
      moderationFlags: ['may show a tattoo with a name'],
    });
  });

  it('rejects a refused photo and a file that is not a photo', async () => {
    judge.verdict = 'refuse';
    expect(await ann.publishPhoto(await photo())).toMatchObject({
      status: 422,
      body: { code: 'picture_refused' },
    });
    expect((await ann.publishPhoto(Buffer.from('not a photo'))).status).toBeGreaterThanOrEqual(400);
  });

  it('creates no rating that could be published', async () => {
    const { body } = await ann.publishPhoto(await photo());
    const post = (await shown(body.id)).body;
    const { imageUrl, imageHash } = post;
    expect(await bob.put('/api/ratings/pending', { imageUrl, imageHash })).toMatchObject({
      status: 400,
      body: { message: 'Invalid saved rating' },
    });
  });

  describe('interrupted before the post exists', () => {
    const interruptedPost = async (bytes: Buffer, isClaimed: boolean) => {
      const { renditions: _, ...picture } = await normalisePhoto(bytes);
      const photoId = app.adapters.ids.uuid();
      await send(
        app,
        Photo.AdmitPhoto({
          photoId,
          ownerId: ann.id,
          uploader: `account:${ann.id}`,
          picture,
          verdict: 'pass',
          reasons: [],
          judge: { kind: 'ai', model: 'test', promptVersion: '1' },
        }),
      );
      const { imageHash } = picture;
      if (isClaimed)
        await send(
          app,
          PublishedPicture.PublishPicture({ ownerId: ann.id, imageHash, postId: photoId, abandoned: null }),
        );
      return photoId;
    };

    it.each([false, true])('is completed by the next request; picture claimed: %s', async (isClaimed) => {
      const bytes = await photo();
      const photoId = await interruptedPost(bytes, isClaimed);
      const { status, body } = await ann.publishPhoto(bytes);
      expect([status, body.id]).toEqual([201, photoId]);
      const post = (await shown(photoId)).body;
      expect((await app.browser().get(post.imageUrl)).status).toBe(200);
    });

    it('expires after a day, and then the picture can be published again', async () => {
      const bytes = await photo();
      const photoId = await interruptedPost(bytes, true);
      app.clock.advance(24 * HOUR + 1);
      await app.server.get(PhotoExpiry).expire();
      const { status, body } = await ann.publishPhoto(bytes);
      expect(status).toBe(201);
      expect(body.id).not.toBe(photoId);
    });
  });
});
