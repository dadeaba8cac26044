import { useAdmin } from '../../support/admins.js';
import { useOwnApp } from '../../support/app.js';
import { usePerson } from '../../support/people.js';
import { useUp } from '../../support/limits.js';
import { publishPost } from '../../support/posts.js';
import type { Visitor } from '../../support/visitor.js';

interface Answer {
  readonly photos: readonly { readonly id: string }[];
}

describe('the photos to rate', () => {
  const app = useOwnApp('the queue holds all posts');
  const moe = useAdmin(app, 'moe');
  const ann = usePerson(app, 'ann');
  const bob = usePerson(app, 'bob');
  const eve = usePerson(app, 'eve');
  const photosOf = async (browser: Visitor = bob, query = '') =>
    (await browser.get<Answer>(`/api/rate${query}`)).body.photos.map(({ id }) => id);

  it('are pictures alone, and none of a person who looks', async () => {
    const post = await publishPost(app, ann.id, 7.4);
    expect((await bob.get<Answer>('/api/rate')).body.photos).toEqual([
      {
        id: post,
        imageUrl: `/images/${post}/1280.webp`,
        thumbhash: expect.any(String),
        width: expect.any(Number),
        height: expect.any(Number),
        isThisWeek: true,
      },
    ]);
    expect([await photosOf(ann), await photosOf(app.browser())]).toEqual([[], [post]]);
  });

  it('tell a rater what others and the judge think, without their own score', async () => {
    const post = await publishPost(app, ann.id, 7.2);
    const say = (browser: typeof bob, overallScore: number) =>
      browser.post('/api/ratings/submit', { postId: post, overallScore, via: 'rate' });
    expect((await say(bob, 9)).body).toEqual({ success: true, community: null, judge: '7.2' });
    expect(await photosOf()).not.toContain(post);
    expect((await say(eve, 8)).body).toEqual({ success: true, community: '9.0', judge: '7.2' });
    expect(await say(eve, 8)).toMatchObject({ status: 409 });
  });

  it('are without those that the browser names, and those that were reported or hidden', async () => {
    const [one, two, three] = await Promise.all([5, null, 6].map((score) => publishPost(app, eve.id, score)));
    const end = (id = '') => id.slice(-12);
    expect(await photosOf(bob, `?without=${end(one)}.${end(two)}`)).not.toContain(one);
    await ann.report(two ?? '', { reason: 'A face.', category: 'identifies' });
    await moe.patch(`/api/rtm-sys/posts/${three}`, { isPublic: false, reason: 'spam', note: '' });
    expect(await photosOf()).toContain(one);
    expect(await photosOf()).not.toContain(two);
    expect(await photosOf()).not.toContain(three);
    expect(await bob.get('/api/rate?without=no')).toMatchObject({ status: 400 });
    expect(await photosOf(bob, '?limit=1')).toHaveLength(1);
  });
});

describe('the limits of ratings', () => {
  const app = useOwnApp('moves the clock of limits', { env: { RATE_LIMITS: 'on' } });
  const ann = usePerson(app, 'ann');
  const MINUTES = 60_000;
  const tries = async (times: number) =>
    useUp(times, () => ann.rate('no post', 5), 400).then(async () => (await ann.rate('no post', 5)).status);

  it('are 60 in ten minutes, and 100 a day in the first week of an account', async () => {
    expect(await tries(60)).toBe(429);
    app.clock.advance(10 * MINUTES);
    expect(await tries(40)).toBe(429);
    app.clock.advance(7 * 24 * 60 * MINUTES);
    for (let round = 0; round < 2; round += 1) {
      expect(await tries(60)).toBe(429);
      app.clock.advance(10 * MINUTES);
    }
  });
});
