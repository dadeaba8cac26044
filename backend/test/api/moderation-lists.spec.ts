import type { Act } from '../../src/api/acts/acts.contract.js';
import type { AdminPost } from '../../src/projections/moderated-posts.js';
import { Report } from '../../src/domain/report/report.js';
import { useAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { jpegPhoto } from '../support/photos.js';
import { commentOn, publishPost, rate, send } from '../support/posts.js';
import { type Visitor } from '../support/visitor.js';
import { usePerson } from '../support/people.js';

const POSTS = '/api/rtm-sys/posts';

describe('the lists of the back office', () => {
  const app = useOwnApp('not shared yet');
  const admin = useAdmin(app, 'moe');
  const ann = usePerson(app, 'ann@example.org');
  const bob = usePerson(app, 'bob@example.org');
  let posts: { calm: string; flagged: string; reported: string; hidden: string };
  const REASON = { reason: 'spam', note: 'No adverts, please.' };

  beforeAll(async () => {
    const published = async (ownerId: string, changes = {}) => {
      app.clock.advance(1000);
      return publishPost(app, ownerId, 7, changes);
    };
    posts = {
      calm: await published(ann.user.id),
      flagged: await published(ann.user.id, { moderationFlags: ['may show a face'] }),
      reported: await published(bob.user.id),
      hidden: await published(bob.user.id),
    };
    const post = { postId: posts.reported, ownerId: bob.user.id, isPublic: true };
    await send(
      app,
      Report.ReportPost({ post, reporterId: ann.user.id, category: 'spam', reason: 'An advert.' }),
    );
    await admin.hide(posts.hidden, REASON);
  });
  const idsAt = async (query: string) => {
    const { status, body } = await admin.get<AdminPost[]>(`${POSTS}?${query}`);
    expect([query, status]).toEqual([query, 200]);
    return body.map(({ id }) => id);
  };

  it('have all posts, newest first', async () => {
    const { headers, body } = await admin.get<AdminPost[]>(POSTS);
    expect(body.map(({ id }) => id)).toEqual([posts.hidden, posts.reported, posts.flagged, posts.calm]);
    expect(headers.get('x-total-count')).toBe('4');
    expect(headers.get('link')).toBeNull();
    expect(body[0]).toMatchObject({
      ownerId: bob.user.id,
      username: bob.user.anonymousUsername,
      status: 'hidden',
      isPublic: false,
      imageUrl: `/api/rtm-sys/pictures/${posts.hidden}/1280.webp`,
      decision: { kind: 'hidden', ...REASON },
    });
    expect(body[1]).toMatchObject({ status: 'pending', isPublic: true, openReports: 1, decision: null });
    expect(body[2]).toMatchObject({ isPublic: false, moderationFlags: ['may show a face'] });
  });

  it('filter and sort', async () => {
    const { calm, flagged, reported, hidden } = posts;
    expect(await idsAt('status=hidden')).toEqual([hidden]);
    expect(await idsAt('status=pending')).toEqual([reported, flagged, calm]);
    expect(await idsAt('isPublic=false')).toEqual([hidden, flagged]);
    expect(await idsAt('flagged=true')).toEqual([flagged]);
    expect(await idsAt('reported=true')).toEqual([reported]);
    expect(await idsAt('reported=false&isPublic=true')).toEqual([calm]);
    expect(await idsAt(`owner=${ann.user.id}`)).toEqual([flagged, calm]);
    expect(await idsAt(`search=${ann.user.anonymousUsername.toLowerCase()}&flagged=false`)).toEqual([calm]);
    expect(await idsAt('search=nobody-has-this-name')).toEqual([]);
    expect(await idsAt('week=2026-W47')).toHaveLength(4);
    expect(await idsAt('week=2026-W46')).toEqual([]);
    expect(await idsAt('sort=createdAt')).toEqual([calm, flagged, reported, hidden]);
    expect((await idsAt('sort=-openReports'))[0]).toBe(reported);
    expect((await idsAt('sort=openReports')).at(-1)).toBe(reported);
  });

  it('count what a filter leaves', async () => {
    const count = async (query: string) =>
      (await admin.get(`${POSTS}?${query}`)).headers.get('x-total-count');
    expect(await count('status=pending')).toBe('3');
    expect(await count('status=pending&isPublic=true')).toBe('2');
  });

  it.each(['sort=-createdAt', 'sort=-openReports', 'isPublic=true&status=pending'])(
    'come page by page with the same filter: %s',
    async (query) => {
      const all = await idsAt(query);
      const read: string[] = [];
      for (let address: string | null = `${POSTS}?${query}&limit=1`; address;) {
        const { body, headers }: Awaited<ReturnType<typeof admin.get<AdminPost[]>>> =
          await admin.get(address);
        read.push(...body.map(({ id }) => id));
        address = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null;
      }
      expect(read).toEqual(all);
    },
  );

  it('reject a cursor of another filter, and unknown filters', async () => {
    const { headers } = await admin.get(`${POSTS}?limit=1`);
    const cursor = /cursor=([\w-]+)/.exec(headers.get('link') ?? '')?.[1];
    expect((await admin.get(`${POSTS}?limit=1&cursor=${cursor}`)).status).toBe(200);
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
      expect([query, (await admin.get(`${POSTS}?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('can be downloaded as CSV with the same filter', async () => {
    const { status, headers, body } = await admin.get<string>(`${POSTS}?format=csv&flagged=true`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="posts.csv"');
    const [head, row, end, ...more] = body.split('\r\n');
    expect(head).toMatch(/^id,createdAt,week,owner,username,status,/);
    expect(row).toMatch(new RegExp(`^${posts.flagged},2026-11-21T.*,pending,false,may show a face,0,7.0,`));
    expect([end, more]).toEqual(['', []]);
  });

  it('have all acts, with the names of the admins', async () => {
    const { actId } = (await admin.decide(posts.calm, { isModerated: true })).body;
    await admin.undo(actId, 'Too early.');
    const { body, headers } = await admin.get<Act[]>('/api/rtm-sys/acts');
    expect(headers.get('x-total-count')).toBe('2');
    expect(body.map(({ kind, adminName, undone }) => [kind, adminName, undone?.reason])).toEqual([
      ['PostApproved', 'moe', 'Too early.'],
      ['PostHidden', 'moe', undefined],
    ]);
    const about = async (query: string) =>
      (await admin.get<Act[]>(`/api/rtm-sys/acts?${query}`)).body.map(({ kind }) => kind);
    expect(await about(`subject=${posts.hidden}`)).toEqual(['PostHidden']);
    expect(await about(`owner=${ann.user.id}`)).toEqual(['PostApproved']);
    expect(await about(`kind=PostHidden&admin=${body[0]?.adminId}`)).toEqual(['PostHidden']);
    expect(await about('sort=createdAt')).toEqual(['PostHidden', 'PostApproved']);
    expect((await admin.get('/api/rtm-sys/acts?kind=PostBurnt')).status).toBe(400);
  });
});

describe('the page of a post in the back office', () => {
  const app = useOwnApp('not shared yet');
  const admin = useAdmin(app, 'moe');
  const ann = usePerson(app, 'ann@example.org');
  const bob = usePerson(app, 'bob@example.org');

  it('shows everything that is known, with a picture that only admins may see', async () => {
    const upload = async (browser: Visitor, seed: number) =>
      (await browser.publishPhoto(await jpegPhoto(seed))).body.id;
    const first = await upload(ann, 1);
    const copy = await upload(bob, 1);
    await rate(app, first, ann.user.id, 8);
    await rate(app, first, ann.user.id, 8);
    await rate(app, first, ann.user.id, 3);
    await commentOn(app, first, ann.user.id);
    await admin.hide(first, { reason: 'quality' });

    const { status, body } = await admin.details(first);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: first,
      status: 'hidden',
      commentsCount: 1,
      ratingsCount: 3,
      ratingDistribution: [0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0],
      isLogAvailable: true,
      verdict: { verdict: 'pass', judge: 'demo', score: null },
      nearCopies: [{ id: copy, ownerId: bob.user.id, distance: 0 }],
      refusals: [],
      acts: [{ kind: 'PostHidden', adminName: 'moe', reason: 'quality' }],
    });
    const picture = body.imageUrl.replace('1280', '640');
    const { status: shown, headers } = await admin.get(picture);
    expect([shown, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'private, no-store',
    ]);
    expect((await ann.get(picture)).status).toBe(401);
    expect((await admin.get(picture.replace('640', '123'))).status).toBe(404);
    expect((await admin.get(`/images/${first}/640.webp`)).status).toBe(404);
  });

  it('is 404 for an unknown post, 400 for a malformed id', async () => {
    expect((await admin.details(crypto.randomUUID())).status).toBe(404);
    expect((await admin.get(`${POSTS}/nothing`)).status).toBe(400);
  });
});
