import { seededRandom, shuffled } from '../../src/demo/random.js';
import { useOwnApp } from '../support/app.js';
import { usePerson } from '../support/people.js';
import { commentOn, publishPost } from '../support/posts.js';
import { amount, seedOf } from '../support/scope.js';

const MISSING = '/post/00000000-0000-4000-8000-000000000000';

describe.each([['kept', '64'] as const, ['rendered each time', '0'] as const])(
  'pages that are %s',
  (_, megabytes) => {
    const app = useOwnApp('not shared yet', { env: { ANSWER_CACHE_MB: megabytes } });
    const owner = usePerson(app, 'owner@example.org');
    const [ann, bob] = [usePerson(app, 'ann@example.org'), usePerson(app, 'bob@example.org')];

    it('are the same for two people and a visitor, in any order, and have nothing of who asks', async () => {
      const postId = await publishPost(app, owner.id, 8);
      const commentId = await commentOn(app, postId, owner.id);
      await ann.like(postId);
      await ann.rate(postId, 3);
      await ann.post(`/api/comments/${commentId}/like`);
      await bob.changeProfile({ bio: 'A bio that only I have.' });
      app.clock.advance(1000);
      const addresses = [
        '/',
        '/leaderboard',
        '/leaderboard?sort=top',
        '/leaderboard?tab=week',
        '/leaderboard?tab=week&week=2026-W40',
        '/leaderboard?search=a',
        `/post/${postId}`,
        `/user/${owner.id}`,
        '/login',
        '/register',
        '/termsofservice',
        '/privacypolicy',
        MISSING,
      ];
      const own = [ann, bob].flatMap(({ user }) => [user.id, user.email, user.anonymousUsername]);
      const visits = addresses.flatMap((address) =>
        [ann, bob, app.browser()].map((browser) => ({ address, browser })),
      );
      const turns = Array.from({ length: amount(2, 25) }, () => visits).flat();
      const known = new Map<string, string>();
      for (const { address, browser } of shuffled(turns, seededRandom(seedOf(32)))) {
        const { body, headers } = await browser.get<string>(address);
        // Somebody who is signed in may see more than the visitors' page says: the browser asks.
        const isOpen = address === MISSING && browser.cookies.has('member');
        expect(body.includes('<div id="root"></div>')).toBe(isOpen);
        // Besides the position of the live news, which goes on.
        const page = body.replace(/"position":"\d+"/, '');
        const key = isOpen ? `${address}, signed in` : address;
        expect([key, page]).toEqual([key, known.get(key) ?? page]);
        known.set(key, page);
        expect(own.filter((text) => page.includes(text))).toEqual([]);
        expect(page).not.toContain('A bio that only I have.');
        expect(headers.getSetCookie()).toEqual([]);
      }
      expect(known.size).toBe(addresses.length + 1);
    });
  },
);
