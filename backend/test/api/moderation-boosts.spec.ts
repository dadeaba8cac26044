import type { Boost } from '../../src/projections/payments/shown-payments.js';
import { adminBrowser } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { buyBoost } from '../support/payments.js';
import { verified } from '../support/people.js';
import { publishPost } from '../support/posts.js';

type AdminBoost = Boost & { readonly username: string | null };

describe('boosts in the back office', () => {
  const app = useOwnApp('not shared yet');
  it('are listed for every role, with receipts for finance and owners, and counted', async () => {
    const [moderator, finance] = [
      await adminBrowser(app, 'moe', 'moderator'),
      await adminBrowser(app, 'fin', 'finance'),
    ];
    const ann = await verified(app, 'ann@example.org');
    const postId = await publishPost(app, ann.user.id, 7);
    const mega = await buyBoost(app, ann.browser, 'mega');
    app.clock.advance(1000);
    const regular = await buyBoost(app, ann.browser, 'regular');
    await ann.browser.post(`/api/posts/${postId}/apply-boost`);

    const idsAt = async (query: string) => {
      const { status, body } = await moderator.get<AdminBoost[]>(`/api/rtm-sys/boosts?${query}`);
      expect([query, status]).toEqual([query, 200]);
      return body.map(({ id }) => id);
    };
    const { body, headers } = await moderator.get<AdminBoost[]>('/api/rtm-sys/boosts');
    expect(headers.get('x-total-count')).toBe('2');
    expect(body).toMatchObject([
      {
        id: regular.id,
        state: 'unclaimed',
        username: ann.user.anonymousUsername,
        price: null,
        stripePaymentIntentId: null,
      },
      { id: mega.id, state: 'active', boostType: 'mega', postId, userId: ann.user.id },
    ]);
    const { body: paid } = await finance.get<AdminBoost[]>('/api/rtm-sys/boosts?boostType=mega');
    expect(paid).toMatchObject([
      { price: { amount: 999, currency: 'usd' }, stripePaymentIntentId: expect.stringMatching(/^pi_/) },
    ]);
    const csvFor = async (desk: typeof finance) =>
      (await desk.get<string>('/api/rtm-sys/boosts?format=csv&boostType=mega')).body.split('\r\n');
    const [head, row] = await csvFor(finance);
    expect(head).toBe(
      'id,createdAt,username,owner,boostType,amountInMajorUnits,currency,state,post,expiresAt',
    );
    expect(row).toContain(',mega,9.99,USD,active,');
    expect((await csvFor(moderator))[1]).toContain(',mega,,,active,');
    expect(await idsAt('state=active')).toEqual([mega.id]);
    expect(await idsAt('state=held')).toEqual([]);
    expect(await idsAt('boostType=regular')).toEqual([regular.id]);
    expect(await idsAt(`owner=${ann.user.id}&sort=createdAt`)).toEqual([mega.id, regular.id]);
    expect(await idsAt(`owner=${ann.user.id}&state=unclaimed`)).toEqual([regular.id]);
    expect(await idsAt(`post=${postId}`)).toEqual([mega.id]);
    const { headers: first } = await moderator.get('/api/rtm-sys/boosts?limit=1');
    const next = /^<(.+)>; rel="next"$/.exec(first.get('link') ?? '')?.[1] ?? '';
    expect((await moderator.get<AdminBoost[]>(next)).body.map(({ id }) => id)).toEqual([mega.id]);

    const receipt = `/api/rtm-sys/boosts/${mega.id}/receipt`;
    expect((await moderator.get(receipt)).status).toBe(403);
    const { status, body: found } = await finance.get<{ receiptUrl: string }>(receipt);
    expect([status, found.receiptUrl]).toEqual([200, expect.stringMatching(/^http/)]);
    expect((await finance.get(`/api/rtm-sys/boosts/${postId}/receipt`)).status).toBe(404);
    expect((await finance.get('/api/rtm-sys/boosts/none/receipt')).status).toBe(400);

    expect((await finance.get('/api/rtm-sys/counts')).body).toEqual({
      posts: 1,
      reports: 0,
      boosts: 2,
      users: 1,
      comments: 0,
      queue: 0,
      overdue: 0,
      appeals: 0,
    });
  });
});
