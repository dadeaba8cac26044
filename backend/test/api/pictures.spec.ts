import { Post } from '../../src/domain/post/post.js';
import { type Judgement, PhotoJudge } from '../../src/infrastructure/judge/photo-judge.port.js';
import { useOwnApp } from '../support/app.js';
import { freeze } from '../support/frozen-view.js';
import { jpegPhoto } from '../support/photos.js';
import { send } from '../support/posts.js';
import { type Visitor } from '../support/visitor.js';
import { usePerson } from '../support/people.js';

/** Passes every photo, or sends it to review. */
class SwitchedJudge extends PhotoJudge {
  override readonly kind = 'ai';
  verdict: 'pass' | 'review' = 'pass';

  override async judge(): Promise<Judgement> {
    return {
      verdict: this.verdict,
      reasons: this.verdict === 'review' ? ['may show a face'] : [],
      scores: { toeAlignment: 7, toeNails: 7, footShape: 7, aesthetic: 7 },
      comment: 'A calm picture.',
      model: 'switched',
      promptVersion: '1',
    };
  }
}

const WIDTHS = [320, 640, 1280];

describe('serving pictures', () => {
  const judge = new SwitchedJudge();
  const app = useOwnApp('not shared yet', { judge });
  const ann = usePerson(app, 'ann@example.org');
  const bob = usePerson(app, 'bob@example.org');
  beforeEach(() => {
    judge.verdict = 'pass';
  });

  let seed = 4000;
  const upload = async (browser: Visitor) => {
    seed += 1;
    return (await browser.uploadPhoto(await jpegPhoto(seed))).body;
  };
  const publish = async (browser: Visitor, rating: object) => {
    const { status, body } = await browser.publish(rating);
    expect(status).toBe(201);
    return body.id;
  };
  const addressesOf = ({ imageUrl }: { imageUrl: string }) =>
    WIDTHS.map((width) => imageUrl.replace('1280', String(width)));
  /** The status and the caching of all renditions. */
  const seen = async (browser: Visitor, rating: { imageUrl: string }) => {
    const answers = await Promise.all(addressesOf(rating).map((address) => browser.get(address)));
    const found = new Set(
      answers.map(({ status, headers }) => `${status} ${headers.get('cache-control') ?? ''}`),
    );
    return [...found].join(' | ');
  };
  const SHARED = '200 public, max-age=3600, s-maxage=300';
  const PRIVATE = '200 private, no-store';
  const HIDDEN = '404 private, no-store';

  it('shows a published picture to everyone, with copies that expire', async () => {
    const rating = await upload(ann);
    await publish(ann, rating);
    for (const browser of [app.browser(), bob, ann]) expect(await seen(browser, rating)).toBe(SHARED);
  });

  it('answers 304 to a browser that has the rendition of a public picture', async () => {
    const rating = await upload(ann);
    await publish(ann, rating);
    const [small = '', middle = ''] = addressesOf(rating);
    const etag = (await bob.get(small)).headers.get('etag') ?? '';
    const ask = (address: string) =>
      bob.request('GET', address, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } });
    expect((await ask(small)).status).toBe(304);
    expect((await ask(middle)).status).toBe(200);
  });

  it('shows an unpublished picture to the account that uploaded it only', async () => {
    const rating = await upload(ann);
    expect(await seen(ann, rating)).toBe(PRIVATE);
    expect(await seen(bob, rating)).toBe(HIDDEN);
    expect(await seen(app.browser(), rating)).toBe(HIDDEN);
  });

  it('shows what a visitor uploaded to that browser only, also after they sign in', async () => {
    const visitor = app.browser();
    const [first, second] = [await upload(visitor), await upload(visitor)];
    for (const rating of [first, second]) {
      expect(await seen(visitor, rating)).toBe(PRIVATE);
      expect(await seen(app.browser(), rating)).toBe(HIDDEN);
      expect(await seen(ann, rating)).toBe(HIDDEN);
    }
    await visitor.login('bob@example.org');
    expect(await seen(visitor, first)).toBe(PRIVATE);
    expect(await seen(bob, first)).toBe(HIDDEN);
    await visitor.logout();
    expect(await seen(visitor, first)).toBe(HIDDEN);
  });

  it('shows the picture of a post in review to its owner only, not to the claim', async () => {
    judge.verdict = 'review';
    const visitor = app.browser();
    const rating = await upload(visitor);
    await visitor.login('ann@example.org');
    const claim = visitor.cookies.get('claim') ?? '';
    const id = await publish(visitor, rating);
    expect(await seen(ann, rating)).toBe(PRIVATE);
    expect(await seen(visitor, rating)).toBe(PRIVATE);
    visitor.cookies.delete('session');
    visitor.cookies.set('claim', claim);
    for (const browser of [visitor, bob, app.browser()]) expect(await seen(browser, rating)).toBe(HIDDEN);
    expect((await app.browser().get(`/api/posts/${id}/card.png`)).status).toBe(404);
  });

  it('stops with the deletion of the post, even if no view has seen it', async () => {
    const rating = await upload(ann);
    const postId = await publish(ann, rating);
    expect((await bob.get(`/api/posts/${postId}/card.png`)).status).toBe(200);
    using _ = freeze(app, 'leaderboard');
    await send(app, Post.DeletePost({ postId, ownerId: ann.id, because: 'owner' }));
    for (const browser of [bob, ann]) expect(await seen(browser, rating)).toBe(HIDDEN);
    expect((await bob.get(`/api/posts/${postId}/card.png`)).status).toBe(404);
  });

  it('shows profile pictures to everyone', async () => {
    const { body } = await ann.upload<{ profilePictureUrl: string }>(
      '/api/user/profile/picture',
      await jpegPhoto(4999),
      { field: 'picture' },
    );
    const { status, headers } = await app.browser().get(body.profilePictureUrl);
    expect([status, headers.get('cache-control')]).toEqual([200, SHARED.slice(4)]);
  });
});
