import { ResponseCache } from '../../../src/api/response-cache/response-cache.js';
import { seededRandom } from '../../../src/demo/random.js';
import type { Post } from '../../../src/projections/leaderboard/shown-posts.js';
import { newAdmin, signedInAdmin } from '../../support/admins.js';
import { useOwnApp } from '../../support/app.js';
import type { Browser } from '../../support/browser.js';
import { DESK } from '../../support/desk.js';
import { verified } from '../../support/people.js';
import { commentOn, publishPost, rate } from '../../support/posts.js';
import { amount, seedOf } from '../../support/scope.js';

const CLIENTS = 16;
const REQUESTS = amount(2000, 10_000);
const RATINGS = amount(150, 400);

describe('cached answers in a crowd', () => {
  const app = useOwnApp('looks at whole boards');

  it('are never older than what anyone has read', async () => {
    const posts = [await publishPost(app, 'ann', 5), await publishPost(app, 'bob', 6)];
    const counts = new Map(posts.map((id) => [id, 0]));
    let isDone = false;
    const note = (
      seen: readonly Pick<Post, 'id' | 'ratingsCount'>[],
      before: ReadonlyMap<string, number>,
    ) => {
      for (const { id, ratingsCount } of seen) {
        expect(ratingsCount).toBeGreaterThanOrEqual(before.get(id) ?? 0);
        counts.set(id, Math.max(ratingsCount, counts.get(id) ?? 0));
      }
    };
    const readers = Array.from({ length: CLIENTS }, async (_, client) => {
      const browser = app.browser();
      const path = client % 2 === 0 ? '/api/posts?sort=top' : `/api/posts/${posts[client % 4 < 2 ? 0 : 1]}`;
      let reads = 0;
      for (; !isDone; reads += 1) {
        const before = new Map(counts);
        const { body } = await browser.get<Post | Post[]>(path);
        note(Array.isArray(body) ? body : [body], before);
      }
      return reads;
    });
    for (let index = 0; index < RATINGS; index += 1) {
      const id = posts[index % 2] ?? '';
      await rate(app, id, index % 2 === 0 ? 'ann' : 'bob', index % 11);
      // An acknowledged write is a state that someone knows.
      counts.set(id, Math.max(Math.floor(index / 2) + 1, counts.get(id) ?? 0));
    }
    isDone = true;
    expect((await Promise.all(readers)).every((reads) => reads > 0)).toBe(true);
  });

  it('contain nothing that is one person’s own, for all callers in any order', async () => {
    const [ann, bob] = [await verified(app, 'ann@example.org'), await verified(app, 'bob@example.org')];
    await newAdmin(app, 'moe', 'moderator');
    const callers: Readonly<Record<string, Browser>> = {
      visitor: app.browser(),
      ann: ann.browser,
      bob: bob.browser,
      admin: await signedInAdmin(app, 'moe'),
    };
    const shown = await publishPost(app, ann.user.id, 7);
    const hidden = await publishPost(app, ann.user.id, 8, { moderationFlags: ['may show a face'] });
    await commentOn(app, shown, ann.user.id);
    await bob.browser.post(`/api/posts/${shown}/like`);
    const common = [
      '/api/posts?sort=top',
      '/api/posts?sort=recent&limit=1',
      `/api/posts/${shown}`,
      `/api/posts/${shown}/rank`,
      `/api/posts/${shown}/comments`,
      `/api/users/${ann.user.id}`,
      '/api/leaderboard/weekly',
      '/api/leaderboard/weeks',
    ];
    const owned = [`/api/posts/${hidden}`, `/api/posts/${hidden}/rank`, `/api/posts/${hidden}/comments`];
    const personal = ['/api/auth/me', '/api/user', `${DESK}/me`];
    const expected = new Map<string, string>();
    const random = seededRandom(seedOf(1));
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
    const names = Object.keys(callers);
    for (let turn = 0; turn < REQUESTS / CLIENTS; turn += 1) {
      const asked = Array.from({ length: CLIENTS }, () => ({
        who: pick(names),
        address: pick([...common, ...owned, ...personal]),
      }));
      const answers = await Promise.all(
        asked.map(async ({ who, address }) => {
          const { status, body } = await (callers[who] as Browser).get(address);
          return { who, address, answer: `${status} ${status === 200 ? JSON.stringify(body) : ''}` };
        }),
      );
      for (const { who, address, answer } of answers) {
        const key = common.includes(address) ? address : `${who} ${address}`;
        if (!expected.has(key)) expected.set(key, answer);
        expect([who, address, answer]).toEqual([who, address, expected.get(key)]);
      }
    }
    const kept = app.server.get(ResponseCache, { strict: false });
    for (const address of [...owned, ...personal]) expect(kept.at(address)).toBeUndefined();
    for (const address of common) expect(kept.at(address)).toBeDefined();
    const ownersOnly = [...expected].filter(([key]) => owned.some((address) => key.endsWith(address)));
    for (const [key, answer] of ownersOnly) expect(answer.startsWith('200')).toBe(key.startsWith('ann '));
    for (const address of common) expect(expected.get(address)).not.toContain('@');
  });
});
