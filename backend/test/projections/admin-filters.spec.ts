import type { DomainEvents } from '../../src/domain/events.js';
import { accounts } from '../../src/projections/accounts/accounts.js';
import { people } from '../../src/projections/accounts/people.js';
import { acts } from '../../src/projections/acts.js';
import { type AdminList, adminPage } from '../../src/projections/admin-list.js';
import { comments } from '../../src/projections/comments/comments.js';
import { moderatedPosts } from '../../src/projections/moderated-posts.js';
import { appeals } from '../../src/projections/moderation/appeals.js';
import { payments } from '../../src/projections/payments/payments.js';
import { reports } from '../../src/projections/reports.js';
import { exampleData } from '../support/example-data.js';
import type { Happened } from '../support/given.js';
import { postPublished } from '../support/made-up.js';
import { registered, shownAs } from '../support/people-story.js';
import { useSite } from '../support/story-site.js';
import { suspensionFor } from '../support/suspensions.js';

const site = useSite([accounts, people, moderatedPosts, reports, acts, comments, appeals, payments]);
const { readers } = site;

let minute = 10;
/** An event of the story, a minute after the last one. */
const told = <Type extends keyof DomainEvents>(
  type: Type,
  data: Partial<DomainEvents[Type]>,
  by?: string,
) => {
  minute += 1;
  const at = `2026-11-21T09:${minute}:00.000Z`;
  const actor = by === undefined ? undefined : ({ kind: 'admin', id: by, role: 'moderator' } as const);
  return { type, data: exampleData(type, data), at, ...(actor && { metadata: { actor } }) } as Happened;
};

/** The ids of all rows of a list, in its order. */
const idsIn = async <Document extends object>(list: AdminList<Document>) => {
  const { rows, next } = await adminPage(list, { limit: 100, after: null });
  expect(next).toBeNull();
  return rows.map(({ _id }) => _id);
};

describe('the posts of the back office', () => {
  const list = (filters: Parameters<typeof readers.moderatedPosts.list>[0], sort = '-createdAt') =>
    idsIn(readers.moderatedPosts.list(filters, sort as '-createdAt'));

  beforeAll(() => {
    const post = (postId: string, ownerId: string, changes: Partial<DomainEvents['PostPublished']> = {}) => {
      minute += 1;
      return postPublished(postId, { ownerId, publishedAt: `2026-11-21T09:${minute}:00.000Z`, ...changes });
    };
    const about = { postId: 'reported', ownerId: 'bob' };
    return site.tell(
      post('calm', 'ann'),
      post('flagged', 'ann', { moderationFlags: ['may show a face'], isPublic: false }),
      post('reported', 'bob', { week: '2026-W46' }),
      post('hidden', 'bob'),
      told('PostReported', { ...about, reporterId: 'ann', category: 'spam' }),
      told('PostHidden', { postId: 'hidden', ownerId: 'bob', actId: 'a1' }),
    );
  });

  it.each([
    [{}, ['hidden', 'reported', 'flagged', 'calm']],
    [{ status: 'hidden' }, ['hidden']],
    [{ status: 'pending' }, ['reported', 'flagged', 'calm']],
    [{ isPublic: false }, ['hidden', 'flagged']],
    [{ isPublic: true, status: 'pending' }, ['reported', 'calm']],
    [{ isFlagged: true }, ['flagged']],
    [{ isReported: true }, ['reported']],
    [{ isReported: false, isPublic: true }, ['calm']],
    [{ ownerIds: ['ann'] }, ['flagged', 'calm']],
    [{ ownerIds: ['ann'], isFlagged: false }, ['calm']],
    [{ ownerIds: [] }, []],
    [{ week: '2026-W46' }, ['reported']],
  ] as const)('are filtered by %j', async (filters, ids) => expect(await list(filters)).toEqual(ids));

  it('are sorted by time and by open reports', async () => {
    expect(await list({}, 'createdAt')).toEqual(['calm', 'flagged', 'reported', 'hidden']);
    expect((await list({}, '-openReports'))[0]).toBe('reported');
    expect((await list({}, 'openReports')).at(-1)).toBe('reported');
    expect((await list({ isPublic: true }, '-openReports'))[0]).toBe('reported');
  });
});

describe('the reports, acts, comments and appeals of the back office', () => {
  beforeAll(() => {
    const report = { postId: 'p1', ownerId: 'ann' };
    const of = (subjectId: string) => ({ subject: 'post', subjectId }) as const;
    const act = { postId: 'p1', ownerId: 'ann' };
    const comment = { postId: 'p1', postOwnerId: 'ann', parent: null };
    const appeal = { about: 'post', postId: 'p1', ownerId: 'ann' } as const;
    return site.tell(
      told('PostReported', { ...report, reporterId: 'bob', category: 'spam', reason: 'Ein Wërbefoto' }),
      told('PostReported', {
        ...report,
        postId: 'p2',
        ownerId: 'eve',
        reporterId: 'cleo',
        category: 'explicit',
      }),
      told('ReportAssigned', { ...of('p1'), ownerId: 'ann', reporterId: 'bob', assigneeId: 'moe' }),
      told('ReportDismissed', { ...of('p2'), ownerId: 'eve', reporterId: 'cleo', actId: 'a0' }, 'moe'),
      told('PostApproved', { ...act, actId: 'a1' }, 'moe'),
      told('PostHidden', { ...act, postId: 'p2', ownerId: 'eve', actId: 'a2' }, 'olga'),
      told('CommentPosted', { ...comment, commentId: 'c1', authorId: 'ann', text: 'Wie ünhöflich.' }),
      told('CommentPosted', { ...comment, commentId: 'c2', authorId: 'bob', text: 'Kind.' }),
      told('CommentHidden', { commentId: 'c1', postId: 'p1', authorId: 'ann', actId: 'a3' }, 'moe'),
      told('AppealFiled', { ...appeal, actId: 'a1' }),
      told('AppealFiled', { ...appeal, actId: 'a2', about: 'comment', ownerId: 'eve' }),
      told('AppealDecided', { ...appeal, actId: 'a2', about: 'comment', ownerId: 'eve', isGranted: true }),
    );
  });

  it.each([
    [{ status: 'pending' }, ['p1-bob']],
    [{ status: 'dismissed' }, ['p2-cleo']],
    [{ category: 'explicit' }, ['p2-cleo']],
    [{ assigneeId: 'moe' }, ['p1-bob']],
    [{ assigneeId: null }, ['p2-cleo']],
    [{ subjectId: 'p2' }, ['p2-cleo']],
    [{ ownerId: 'ann' }, ['p1-bob']],
    [{ reporterId: 'cleo' }, ['p2-cleo']],
  ] as const)('reports are filtered by %j', async (filters, ids) =>
    expect(await idsIn(readers.reports.list(filters, undefined, '-createdAt'))).toEqual(ids),
  );

  it('reports are searched by their reason, and sorted by time', async () => {
    const found = (part: string) => idsIn(readers.reports.list({}, part, '-createdAt'));
    expect([await found('werbe'), await found('nothing')]).toEqual([['p1-bob'], []]);
    const sorted = (sort: 'createdAt' | '-createdAt') => idsIn(readers.reports.list({}, undefined, sort));
    expect(await sorted('createdAt')).toEqual(['p1-bob', 'p2-cleo']);
    expect(await sorted('-createdAt')).toEqual(['p2-cleo', 'p1-bob']);
  });

  it.each([
    [{}, ['a3', 'a2', 'a1', 'a0']],
    [{ subjectId: 'p2' }, ['a2']],
    [{ ownerId: 'ann' }, ['a3', 'a1']],
    [{ adminId: 'olga' }, ['a2']],
    [{ kind: 'PostApproved', adminId: 'moe' }, ['a1']],
    [{ kind: 'PostApproved', adminId: 'olga' }, []],
  ] as const)('acts are filtered by %j', async (filters, ids) =>
    expect(await idsIn(readers.acts.list(filters, '-createdAt'))).toEqual(ids),
  );

  it.each([
    [{ id: 'c2' }, ['c2']],
    [{ postId: 'p1' }, ['c2', 'c1']],
    [{ postId: 'p2' }, []],
    [{ authorId: 'ann' }, ['c1']],
    [{ isHidden: true }, ['c1']],
    [{ isHidden: false }, ['c2']],
    [{ text: 'UNHOF' }, ['c1']],
    [{ text: 'nothing' }, []],
  ] as const)('comments are filtered by %j', async (filters, ids) =>
    expect(await idsIn(readers.comments.list(filters, '-createdAt'))).toEqual(ids),
  );

  it.each([
    [{ outcome: 'waiting' }, ['a1']],
    [{ outcome: 'granted', about: 'comment' }, ['a2']],
    [{ outcome: 'granted', about: 'post' }, []],
    [{ ownerId: 'eve' }, ['a2']],
  ] as const)('appeals are filtered by %j', async (filters, ids) =>
    expect(await idsIn(readers.appeals.list(filters, '-createdAt'))).toEqual(ids),
  );

  it('are sorted by time', async () => {
    expect(await idsIn(readers.acts.list({}, 'createdAt'))).toEqual(['a0', 'a1', 'a2', 'a3']);
    expect(await idsIn(readers.comments.list({}, 'createdAt'))).toEqual(['c1', 'c2']);
    expect(await idsIn(readers.appeals.list({}, 'createdAt'))).toEqual(['a1', 'a2']);
    expect(await idsIn(readers.appeals.list({}, '-createdAt'))).toEqual(['a2', 'a1']);
  });
});

describe('the boosts of the back office', () => {
  beforeAll(() => {
    const bought = (reference: string, userId: string, boostType: 'regular' | 'mega') => [
      told('CheckoutStarted', { reference, userId, purpose: { kind: 'boost', boostType, postId: null } }),
      told('BoostPurchased', { userId, boostId: reference, boostType }),
    ];
    return site.tell(
      ...bought('mega', 'ann', 'mega'),
      ...bought('regular', 'ann', 'regular'),
      ...bought('other', 'bob', 'regular'),
      told('BoostApplied', { userId: 'ann', boostId: 'mega', boostType: 'mega', postId: 'p1' }),
      told('CheckoutStarted', { reference: 'unpaid', userId: 'ann' }),
    );
  });

  it.each([
    [{}, ['other', 'regular', 'mega']],
    [{ state: 'active' }, ['mega']],
    [{ state: 'held' }, []],
    [{ boostType: 'regular' }, ['other', 'regular']],
    [{ userId: 'ann' }, ['regular', 'mega']],
    [{ userId: 'ann', state: 'unclaimed' }, ['regular']],
    [{ postId: 'p1' }, ['mega']],
  ] as const)('are filtered by %j', async (filters, ids) => {
    expect(await idsIn(readers.payments.boosts(filters, '-createdAt'))).toEqual(ids);
    expect(await idsIn(readers.payments.boosts(filters, 'createdAt'))).toEqual(ids.toReversed());
  });
});

describe('the people of the back office', () => {
  const now = new Date('2026-11-21T12:00:00.000Z');
  const [ann, bob] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];

  beforeAll(() =>
    site.tell(
      registered(ann, 'SunnyOtter4821', '2026-11-21T09:00:00.000Z'),
      registered(bob, 'QuietElk1234', '2026-11-21T09:01:00.000Z'),
      registered('cleo', 'CalmFox0001', '2026-11-21T09:02:00.000Z'),
      told('EmailVerified', { accountId: ann }),
      told('EmailVerified', { accountId: bob }),
      told('AccountSuspended', { accountId: ann, ...suspensionFor('Spam.') }),
      told('AccountSuspended', { accountId: bob, ...suspensionFor('Spam.'), endsAt: now.toISOString() }),
      told('AdminRightsGranted', { accountId: bob }),
      ...shownAs(bob, 'A walker'),
    ),
  );

  it.each([
    [{}, ['cleo', bob, ann]],
    [{ suspended: true }, [ann]],
    [{ suspended: false }, ['cleo', bob]],
    [{ isAdmin: true }, [bob]],
    [{ isAdmin: false }, ['cleo', ann]],
    [{ unverified: true }, ['cleo']],
    [{ unverified: false }, [bob, ann]],
    [{ search: ' WALKER' }, [bob]],
    [{ search: 'nnyotter' }, [ann]],
    [{ search: 'Cleo@Example.org' }, ['cleo']],
    [{ search: 'example.org' }, []],
    [{ search: ann.toUpperCase() }, [ann]],
  ])('are filtered by %j', async (filters, ids) => {
    expect(await idsIn(readers.accounts.list(filters, true, now))).toEqual(ids);
    expect(await idsIn(readers.accounts.list(filters, false, now))).toEqual(ids.toReversed());
  });
});

describe('the lists of the back office', () => {
  it('have the names of their addresses, and cursors of a time, or of a number', () => {
    const { moderatedPosts: posts, payments: boosts, accounts: users } = readers;
    const lists = [
      posts.list({}, 'createdAt'),
      readers.reports.list({}, undefined, 'createdAt'),
      readers.acts.list({}, 'createdAt'),
      readers.comments.list({}, 'createdAt'),
      readers.appeals.list({}, 'createdAt'),
      boosts.boosts({}, 'createdAt'),
      users.list({}, false, new Date(0)),
    ];
    const names = ['posts', 'reports', 'acts', 'comments', 'appeals', 'boosts', 'users'];
    expect(lists.map(({ name, sort }) => [name, sort.type])).toEqual(names.map((name) => [name, 'time']));
    expect(posts.list({}, '-openReports').sort.type).toBe('number');
  });
});
