import { PublishedPicture } from '../../src/domain/post/published-picture.js';
import { PhotoJudge, type Judgement } from '../../src/infrastructure/judge/photo-judge.port.js';
import type { Post } from '../../src/projections/leaderboard/shown-posts.js';
import { photoIdIn } from '../../src/projections/photos/rating-result.js';
import { useOwnApp } from '../support/app.js';
import { registered, verified, usePerson } from '../support/people.js';
import { jpegPhoto } from '../support/photos.js';
import { send } from '../support/posts.js';
import { settled } from '../support/settled.js';
import { type Visitor } from '../support/visitor.js';

/** Passes every photo with a high score, or sends it to review. */
class OpenHandedJudge extends PhotoJudge {
  override readonly kind = 'ai';
  verdict: 'pass' | 'review' = 'pass';

  override async judge(): Promise<Judgement> {
    const { verdict } = this;
    return {
      verdict,
      reasons: verdict === 'review' ? ['may show a tattoo with a name'] : [],
      scores: { toeAlignment: 9, toeNails: 9.2, footShape: 9.4, aesthetic: 9.6 },
      comment: 'Strong light and a calm composition.',
      model: 'open-handed',
      promptVersion: '1',
    };
  }
}

describe('publishing a rating', () => {
  const judge = new OpenHandedJudge();
  const app = useOwnApp('not shared yet', { judge });
  const ann = usePerson(app, 'ann@example.org');
  beforeEach(() => {
    judge.verdict = 'pass';
  });

  let seed = 100;
  const rate = async (browser: Visitor, photo?: Buffer) => {
    seed += 1;
    return (await browser.uploadPhoto(photo ?? (await jpegPhoto(seed)))).body;
  };

  it('puts the rating on the board under the name of the user, and shows nothing else of them (V15.3.1)', async () => {
    const rating = await rate(ann);
    const { status, body } = await ann.publish(rating);
    expect(status).toBe(201);
    const post = await app.browser().viewPost(body.id);
    expect(post.body).toMatchObject({
      id: body.id,
      averageRating: '9.3',
      aiScore: '9.3',
      ratingsCount: 0,
      imageUrl: rating.imageUrl,
      username: expect.stringMatching(/^[A-Z][a-z]+[A-Z][a-z]+\d{4}$/),
      isPublic: true,
      moderationFlags: [],
    });
    expect(JSON.stringify(post.body)).not.toContain('ann@');
    const board = await app.browser().get<Post[]>('/api/posts');
    expect(board.body.map(({ id }) => id)).toContain(body.id);
    const week = await app.browser().get<{ week: string; posts: Post[] }>('/api/leaderboard/weekly');
    expect(week.body.week).toBe('2026-W47');
    expect(week.body.posts.map(({ id }) => id)).toContain(body.id);
  });

  it('completes after an attempt that was interrupted, also with a new upload of the photo', async () => {
    seed += 1;
    const photo = await jpegPhoto(seed);
    const { imageUrl, imageHash } = await rate(ann, photo);
    const ownerId = (await ann.me()).body.id;
    const postId = photoIdIn(imageUrl) ?? '';
    await send(app, PublishedPicture.PublishPicture({ ownerId, imageHash, postId, abandoned: null }));
    const { status, body } = await ann.publish(await rate(ann, photo));
    expect(status).toBe(201);
    expect((await app.browser().viewPost(body.id)).status).toBe(200);
    expect(await ann.publish(await rate(ann, photo))).toMatchObject({
      status: 409,
      body: { message: 'You have already published this photo.' },
    });
  });

  it('needs an account (401) with a verified address (403)', async () => {
    const { browser: unverified } = await registered(app, 'new@example.org');
    const rating = await rate(unverified);
    expect(await app.browser().publish(rating)).toMatchObject({ status: 401 });
    expect(await unverified.publish(rating)).toMatchObject({
      status: 403,
      body: { message: 'Please verify your email address first.' },
    });
  });

  it.each([
    ['a higher average', { averageRating: '9.9' }],
    ['a higher category score', { toeNails: '10.0' }],
    ['another comment', { aiComment: 'The best ever.' }],
    ['the hash of another picture', { imageHash: 'f'.repeat(64) }],
    ['a photo that was never rated', { imageUrl: '/images/00000000-0000-4000-8000-000000000000/1280.webp' }],
    ['a picture on another host', { imageUrl: 'https://example.org/feet.jpg' }],
    ['a score out of range', { aesthetic: '11' }],
    ['a missing field', { footShape: undefined }],
  ])('rejects a forged rating: %s', async (_, forged) => {
    const rating = await rate(ann);
    await settled(app);
    const before = await app.adapters.storage.log.head();
    expect(await ann.publish({ ...rating, ...forged })).toMatchObject({
      status: 400,
      body: { message: 'Invalid saved rating' },
    });
    expect(await app.adapters.storage.log.head()).toBe(before);
  });

  it('is for the account that uploaded the photo, and for no other', async () => {
    const { browser: bob } = await verified(app, 'bob@example.org');
    const rating = await rate(ann);
    const tries = await Promise.all([bob, ann, bob, ann].map((browser) => browser.publish(rating)));
    expect(tries.map(({ status }) => status)).toEqual([400, 201, 400, 201]);
    expect(tries[0]?.body).toMatchObject({ message: 'Invalid saved rating' });
  });

  it('answers a repeated request like the first, and appends no event', async () => {
    const rating = await rate(ann);
    const first = await ann.publish(rating);
    await settled(app);
    const before = await app.adapters.storage.log.head();
    expect(await ann.publish(rating)).toMatchObject({ status: 201, body: { id: first.body.id } });
    expect(await app.adapters.storage.log.head()).toBe(before);
  });

  it('rejects the same picture of the same user the second time', async () => {
    const photo = await jpegPhoto(77);
    const [first, second] = [await rate(ann, photo), await rate(ann, photo)];
    expect((await ann.publish(first)).status).toBe(201);
    expect(await ann.publish(second)).toMatchObject({
      status: 409,
      body: { message: 'You have already published this photo.' },
    });
  });

  it('holds a copy of another user’s picture for review', async () => {
    const photo = await jpegPhoto(78);
    const { browser: bob } = await verified(app, 'bert@example.org');
    expect((await ann.publish(await rate(ann, photo))).status).toBe(201);
    const { body, status } = await bob.publish(await rate(bob, photo));
    expect(status).toBe(201);
    expect((await app.browser().viewPost(body.id)).status).toBe(404);
    const own = await bob.viewPost(body.id);
    expect(own.body).toMatchObject({
      isPublic: false,
      moderationFlags: [expect.stringContaining('another user')],
    });
  });

  it('holds one of two copies that are published at the same time', async () => {
    const photo = await jpegPhoto(79);
    const { browser: eve } = await verified(app, 'eve@example.org');
    const ratings = await Promise.all([rate(ann, photo), rate(eve, photo)]);
    const [first, second] = await Promise.all([ann.publish(ratings[0]), eve.publish(ratings[1])]);
    const seen = await Promise.all([first, second].map(({ body }) => app.browser().viewPost(body.id)));
    expect(seen.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  it('shows a photo held for review to its owner only', async () => {
    judge.verdict = 'review';
    const { body } = await ann.publish(await rate(ann));
    expect(await app.browser().viewPost(body.id)).toMatchObject({
      status: 404,
      body: { message: 'Post not found' },
    });
    expect((await ann.viewPost(body.id)).body.isPublic).toBe(false);
    const board = await ann.get<Post[]>('/api/posts');
    expect(board.body.map(({ id }) => id)).not.toContain(body.id);
  });

  it('survives a restart', async () => {
    const { body } = await ann.publish(await rate(ann));
    await app.restart();
    expect((await app.browser().viewPost(body.id)).body).toMatchObject({ id: body.id });
    expect((await ann.me()).status).toBe(200);
  });
});
