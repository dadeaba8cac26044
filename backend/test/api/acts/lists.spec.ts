import type { Act } from '../../../src/api/acts/acts.contract.js';
import type { AdminComment } from '../../../src/api/acts/comments-moderation.controller.js';
import type { AdminReport } from '../../../src/api/acts/reports.contract.js';
import type { AdminPost } from '../../../src/projections/moderated-posts.js';
import type { Boost } from '../../../src/projections/payments/shown-payments.js';
import { useAdmin } from '../../support/admins.js';
import { unique, useApp } from '../../support/app.js';
import { DESK } from '../../support/desk.js';
import { buyBoost, heard } from '../../support/payments.js';
import { usePerson, verified } from '../../support/people.js';
import { publishPost } from '../../support/posts.js';

type AdminBoost = Boost & { readonly username: string | null };

/** That filters reach the readers. What they find is proved in test/projections/admin-filters. */
describe('the lists of the back office', () => {
  const app = useApp();
  const name = unique('moe');
  const admin = useAdmin(app, name);
  const finance = useAdmin(app, unique('fin'), 'finance');
  const ann = usePerson(app, 'ann');
  const bob = usePerson(app, 'bob');
  const note = 'No adverts, please.';
  let posts: { calm: string; flagged: string; reported: string; hidden: string };
  let hiddenBy: string | null;
  let comments: { rude: string; kind: string };

  beforeAll(async () => {
    posts = {
      calm: await publishPost(app, ann.id, 7),
      flagged: await publishPost(app, ann.id, 7, { moderationFlags: ['may show a face'] }),
      reported: await publishPost(app, ann.id, 7),
      hidden: await publishPost(app, ann.id, 7, { week: '2026-W46' }),
    };
    await bob.report(posts.reported, { category: 'spam', reason: 'Ein Wërbefoto' });
    hiddenBy = (await admin.hide(posts.hidden, { reason: 'spam', note })).body.actId;
    comments = {
      rude: (await ann.comment(posts.calm, 'Wie ünhöflich.')).body.id,
      kind: (await bob.comment(posts.calm, 'Kind.')).body.id,
    };
  });

  /** The ids in a list, of which only some are asked for. */
  const finding =
    (list: string, own: () => string) =>
    async (query: string): Promise<readonly string[]> => {
      const { status, body } = await admin.get<{ id: string }[]>(`${DESK}/${list}?${own()}&${query}`);
      expect([query, status]).toEqual([query, 200]);
      return body.map(({ id }) => id);
    };

  describe('of posts', () => {
    const found = finding('posts', () => `owner=${ann.id}`);

    it('has their names, states and decisions, and how many there are', async () => {
      const { headers, body } = await admin.get<AdminPost[]>(`${DESK}/posts?owner=${ann.id}`);
      expect([headers.get('x-total-count'), headers.get('link')]).toEqual(['4', null]);
      const byId = new Map(body.map((post) => [post.id, post]));
      expect(byId.get(posts.hidden)).toMatchObject({
        ownerId: ann.id,
        username: ann.user.anonymousUsername,
        status: 'hidden',
        isPublic: false,
        imageUrl: `${DESK}/pictures/${posts.hidden}/1280.webp`,
        decision: { kind: 'hidden', reason: 'spam', note },
      });
      expect(byId.get(posts.reported)).toMatchObject({ isPublic: true, openReports: 1, decision: null });
      expect(byId.get(posts.flagged)).toMatchObject({ moderationFlags: ['may show a face'] });
    });

    it('takes filters, orders and parts of names', async () => {
      const { calm, flagged, reported, hidden } = posts;
      expect(await found('status=hidden')).toEqual([hidden]);
      expect(await found('isPublic=true&reported=false')).toEqual([calm]);
      expect(await found('flagged=true')).toEqual([flagged]);
      expect(await found('reported=true')).toEqual([reported]);
      expect(await found('week=2026-W46')).toEqual([hidden]);
      expect((await found('sort=-openReports'))[0]).toBe(reported);
      expect(await found('search=nobody-has-this-name')).toEqual([]);
      const search = `search=${ann.user.anonymousUsername.toLowerCase()}`;
      expect(await found(`${search}&status=hidden`)).toEqual([hidden]);
      expect(await finding('posts', () => search)('status=hidden')).toEqual([hidden]);
    });

    it('comes page by page with the same filter', async () => {
      const read: string[] = [];
      const first = `${DESK}/posts?owner=${ann.id}&status=pending&limit=1`;
      for (let address: string | null = first; address;) {
        const { body, headers }: Awaited<ReturnType<typeof admin.get<AdminPost[]>>> =
          await admin.get(address);
        expect(headers.get('x-total-count')).toBe('3');
        read.push(...body.map(({ id }) => id));
        address = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null;
      }
      expect(read).toEqual(await found('status=pending'));
    });

    it('rejects a cursor of another filter, and unknown filters', async () => {
      const { headers } = await admin.get(`${DESK}/posts?limit=1`);
      const cursor = /cursor=([\w-]+)/.exec(headers.get('link') ?? '')?.[1];
      expect((await admin.get(`${DESK}/posts?limit=1&cursor=${cursor}`)).status).toBe(200);
      for (const query of [
        `status=pending&cursor=${cursor}`,
        'cursor=nonsense',
        'status=strange',
        'isPublic=maybe',
        'limit=101',
        'limit=0',
        'sort=owner',
        'owner=me',
        'week=47',
        'format=xml',
      ]) {
        expect([query, (await admin.get(`${DESK}/posts?${query}`)).status]).toEqual([query, 400]);
      }
      expect((await admin.get(`${DESK}/acts?kind=PostBurnt`)).status).toBe(400);
      expect((await admin.get(`${DESK}/appeals?outcome=perhaps`)).status).toBe(400);
    });

    it('can be downloaded as CSV with the same filter', async () => {
      const address = `${DESK}/posts?format=csv&flagged=true&owner=${ann.id}`;
      const { status, headers, body } = await admin.get<string>(address);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
      expect(headers.get('content-disposition')).toBe('attachment; filename="posts.csv"');
      const [head, row, ...more] = body.split('\r\n');
      expect(head).toMatch(/^id,createdAt,week,owner,username,status,/);
      expect(row).toMatch(new RegExp(`^${posts.flagged},2026-11-21T.*,pending,false,may show a face,0,7.0,`));
      expect(more).toEqual(['']);
    });
  });

  it('of acts has the names of the admins, and why an act was undone', async () => {
    const { actId } = (await admin.decide(posts.calm, { isModerated: true })).body;
    await admin.undo(actId, 'Too early.');
    const { body } = await admin.get<Act[]>(`${DESK}/acts?owner=${ann.id}`);
    const shown = body.map(({ kind, adminName, undone }) => [
      kind,
      adminName,
      undone?.byName,
      undone?.reason,
    ]);
    expect(shown).toEqual(
      expect.arrayContaining([
        ['PostApproved', name, name, 'Too early.'],
        ['PostHidden', name, undefined, undefined],
      ]),
    );
    const found = finding('acts', () => `owner=${ann.id}`);
    expect(await found(`subject=${posts.hidden}`)).toEqual([hiddenBy]);
    expect(await found(`kind=PostHidden&admin=${body[0]?.adminId}&sort=createdAt`)).toEqual([hiddenBy]);
    expect(await found('admin=nobody')).toEqual([]);
  });

  it('of comments has all, with the text of hidden ones', async () => {
    const { rude, kind } = comments;
    const { actId } = (await admin.hideComment(rude, { reason: 'abuse', note: 'Be kind.' })).body;
    const { body } = await admin.get<AdminComment[]>(`${DESK}/comments?post=${posts.calm}&hidden=true`);
    const username = ann.user.anonymousUsername;
    const hidden = { id: rude, text: 'Wie ünhöflich.', username, isHidden: true, actId, reason: 'abuse' };
    expect(body).toMatchObject([hidden]);
    const found = finding('comments', () => `post=${posts.calm}`);
    expect(await found('hidden=false')).toEqual([kind]);
    expect(await found(`author=${ann.id}&sort=createdAt`)).toEqual([rude]);
    expect(await found(`id=${kind}`)).toEqual([kind]);
    expect(await found('search=UNHOF')).toEqual([rude]);
    expect((await admin.actsOn(rude)).body).toMatchObject([
      { kind: 'CommentHidden', note: 'Be kind.', ownerId: ann.id },
    ]);
  });

  it('of reports takes filters by status, category, assignee, people and text', async () => {
    const id = `${posts.reported}-${bob.id}`;
    const found = finding('reports', () => `post=${posts.reported}`);
    const all = `status=pending&category=spam&assignee=nobody&owner=${ann.id}&reporter=${bob.id}`;
    expect(await found(`${all}&search=werbe`)).toEqual([id]);
    const [{ id: adminId }, none] = [(await admin.self()).body, []];
    for (const query of ['status=reviewed', 'category=abuse', `assignee=${adminId}`, 'search=nothing']) {
      expect([query, await found(query)]).toEqual([query, none]);
    }
    for (const query of [`owner=${bob.id}`, `reporter=${ann.id}`])
      expect([query, await found(query)]).toEqual([query, none]);
    const { body } = await admin.get<AdminReport[]>(`${DESK}/reports?owner=${ann.id}`);
    expect(body).toMatchObject([{ id, openReports: 1 }]);
  });

  it('are counted', async () => {
    const counts = async () => (await finance.get<Record<string, number>>(`${DESK}/counts`)).body;
    await heard(app);
    const before = await counts();
    const { browser, user } = await verified(app, `${unique('cleo')}@example.org`);
    const postId = await publishPost(app, user.id, 7, { moderationFlags: ['may show a face'] });
    const reported = await publishPost(app, user.id, 7);
    await bob.report(reported, { category: 'spam', reason: 'An advert.' });
    await browser.comment(reported, 'No.');
    await buyBoost(app, browser);
    await browser.appeal((await admin.hide(postId)).body.actId, 'These are mine.');
    const more = { posts: 2, reports: 1, boosts: 1, users: 1, comments: 1, queue: 1, overdue: 0, appeals: 1 };
    const sums = Object.entries(more).map(([of, count]) => [of, (before[of] ?? 0) + count]);
    expect(await counts()).toEqual(Object.fromEntries(sums));
  });

  it('of boosts is for every role, with prices and receipts for finance and owners', async () => {
    const mega = await buyBoost(app, bob, 'mega');
    const regular = await buyBoost(app, bob, 'regular');
    const postId = await publishPost(app, bob.id, 7);
    await bob.post(`/api/posts/${postId}/apply-boost`);

    const list = `${DESK}/boosts?owner=${bob.id}`;
    const { body, headers } = await admin.get<AdminBoost[]>(`${list}&state=active`);
    expect(headers.get('x-total-count')).toBe('1');
    const [applied, other] = body[0]?.id === mega.id ? [mega, regular] : [regular, mega];
    expect(body).toMatchObject([
      {
        id: applied.id,
        state: 'active',
        postId,
        userId: bob.id,
        username: bob.user.anonymousUsername,
        price: null,
        stripePaymentIntentId: null,
      },
    ]);
    const found = finding('boosts', () => `owner=${bob.id}`);
    expect(await found('state=unclaimed&sort=createdAt')).toEqual([other.id]);
    expect(await found(`post=${postId}`)).toEqual([applied.id]);
    expect(await found('boostType=regular')).toEqual([regular.id]);
    const { body: paid } = await finance.get<AdminBoost[]>(`${list}&boostType=mega`);
    const price = { amount: 999, currency: 'usd' };
    expect(paid).toMatchObject([{ price, stripePaymentIntentId: expect.stringMatching(/^pi_/) }]);

    const csvFor = async (desk: typeof finance) =>
      (await desk.get<string>(`${list}&format=csv&boostType=mega`)).body.split('\r\n');
    const [head, row] = await csvFor(finance);
    const columns = 'id,createdAt,username,owner,boostType,amountInMajorUnits,currency,state,post,expiresAt';
    expect(head?.slice(-columns.length)).toBe(columns);
    expect(row).toMatch(/,mega,9.99,USD,(?:active|unclaimed),/);
    expect((await csvFor(admin))[1]).toMatch(/,mega,,,(?:active|unclaimed),/);

    const receiptOf = (id: string, desk = finance) =>
      desk.get<{ receiptUrl: string }>(`${DESK}/boosts/${id}/receipt`);
    expect((await receiptOf(mega.id, admin)).status).toBe(403);
    const { status, body: receipt } = await receiptOf(mega.id);
    expect([status, receipt.receiptUrl]).toEqual([200, expect.stringMatching(/^http/)]);
    expect((await receiptOf(postId)).status).toBe(404);
    expect((await receiptOf('none')).status).toBe(400);
  });
});
