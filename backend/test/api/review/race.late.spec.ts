import type { NextReview } from '../../../src/api/review/reviews.contract.js';
import { adminBrowser } from '../../support/admins.js';
import { useOwnApp } from '../../support/app.js';
import type { Desk } from '../../support/desk.js';
import { registered } from '../../support/people.js';
import { publishPost } from '../../support/posts.js';

const POSTS = 500;
const WINDOWS = 4;
const DECISIONS = ['approve', 'hide', 'remove', 'approve'] as const;

describe('two admins on one queue', () => {
  const app = useOwnApp('hands out all that waits');
  it('with eight windows at once decide each of 500 posts once, and leave none', async () => {
    const admins = [await adminBrowser(app, 'moe'), await adminBrowser(app, 'olga')];
    const ids: string[] = [];
    const { user } = await registered(app, 'ann@example.org');
    for (let index = 0; index < POSTS; index += 1) {
      ids.push(await publishPost(app, user.id, null, { moderationFlags: ['may show a face'] }));
    }
    const given: string[] = [];
    const decide = async (browser: Desk, window: number) => {
      for (;;) {
        const { status, body } = await browser.post<NextReview>('/api/rtm-sys/queue/next');
        expect(status).toBe(200);
        if (!body.item) return;
        given.push(body.item.id);
        const decision = DECISIONS[(given.length + window) % DECISIONS.length];
        const address = `/api/rtm-sys/queue/${body.item.id}/decide`;
        expect(await browser.post(address, { decision, reason: 'spam' })).toMatchObject({ status: 200 });
      }
    };
    const windows = admins.flatMap((browser) => Array.from({ length: WINDOWS }, () => browser));
    await Promise.all(windows.map(decide));
    expect(given.toSorted()).toEqual(ids.toSorted());

    const decided: string[] = [];
    const acted: string[] = [];
    for (const postId of ids) {
      const { log } = app.adapters.storage;
      const types = async (stream: string) => (await log.readStream(stream)).map(({ type }) => type);
      decided.push(...(await types(`review-${postId}`)).filter((type) => type === 'ReviewDecided'));
      acted.push(...(await types(`post-${postId}`)).filter((type) => type !== 'PostPublished'));
    }
    expect(decided).toHaveLength(POSTS);
    expect(acted).toHaveLength(POSTS);
    const left = await admins[0]?.get('/api/rtm-sys/queue');
    expect(left).toMatchObject({ status: 200, body: [] });
    expect(left?.headers.get('x-total-count')).toBe('0');
  });
});
