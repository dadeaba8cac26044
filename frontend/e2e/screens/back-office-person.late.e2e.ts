import { expect, type Page } from '@playwright/test';
import type {
  Act,
  AdminAppeal,
  AdminComment,
  AdminPerson,
  AdminPost,
  AdminReport,
  ManagedUser,
} from '../../src/api/generated/schema.d.ts';
import { rowsOf } from '../support/admins.ts';
import { expectWellAtWidths, seriousFindings } from '../support/axe.ts';
import { toast } from '../support/community.ts';
import { expectNoShifts } from '../support/layout-shift.ts';
import { type Api, known, now, test } from '../support/screen.ts';
import { recording } from '../support/screen-server.ts';

test.use({ viewer: 'owner' });

const id = known.user!;
const of = `/rtm-sys/user/${id}`;
const name = 'Barefoot Bea';
const answers = recording.answers.owner;
const listOf = <Row>(list: string): Row[] =>
  answers[`GET /api/rtm-sys/${list}?sort=-createdAt`]!.body as Row[];
const part = (page: Page, title: string) => page.getByRole('region', { name: title });

const strike: Act = {
  id: known.act!,
  kind: 'AccountStruck',
  name: 'Account struck',
  subject: { kind: 'account', id },
  ownerId: id,
  adminId: 'olga',
  adminName: 'owner.olga',
  createdAt: now,
  reason: 'spam',
  note: 'Socks again.',
  undone: null,
  refused: null,
  own: null,
  canUndo: true,
  canWithdraw: false,
};

/** Answers with a person who has something of everything. */
function answerEverything(api: Api): void {
  const posts = listOf<AdminPost>('posts').map((post, index) => ({
    ...post,
    status: index === 0 ? ('escalated' as const) : post.status,
  }));
  const comments = listOf<AdminComment>('comments').map((comment, index) => ({
    ...comment,
    ...(index === 0 && { text: 'A long walk along the shore. '.repeat(12) }),
  }));
  const reports = listOf<AdminReport>('reports');
  const appeals = listOf<AdminAppeal>('appeals');
  api.answer('GET /api/rtm-sys/posts', posts);
  api.answer('GET /api/rtm-sys/comments', comments);
  api.answer('GET /api/rtm-sys/reports', reports);
  api.answer('GET /api/rtm-sys/appeals', appeals);
  api.answer('GET /api/rtm-sys/acts', [strike]);
  api.answer('GET /api/rtm-sys/users/{id}', (person: AdminPerson): AdminPerson => ({
    ...person,
    account: {
      ...person.account!,
      strikes: 1,
      bio: 'Sole trader.',
      socialLinks: { instagram: 'bea' },
      withheld: [{ part: 'bio', actId: known.act! }],
    },
    record: {
      ...person.record!,
      standing: { ...person.record!.standing!, decisions: [strike] },
      strikes: [{ actId: known.act!, step: 'warning' }],
      suspensions: [
        {
          suspensionId: 'dp_1',
          cause: 'dispute',
          reason: 'One of your payments is disputed.',
          note: null,
          endsAt: null,
          hidesPosts: false,
        },
      ],
      refusals: [{ at: now, reasons: ['No foot'] }],
      rater: { signals: ['burst'], ratings: 12, excludedBy: null },
      notes: [{ at: now, adminName: 'moderator.mo', text: 'Asked twice.' }],
      counts: {
        posts: posts.length,
        comments: comments.length,
        reportsMade: 9,
        reportsReceived: reports.length,
        appeals: appeals.length,
        acts: 1,
      },
    },
  }));
}

test('an owner comes to a person from a list, looks, undoes a strike, adds a note, and goes back', async ({
  page,
  api,
}) => {
  answerEverything(api);
  api.answer('POST /api/rtm-sys/acts/{id}/undo', { success: true, waitsUntil: null });
  api.answer('POST /api/rtm-sys/users/{id}/notes', { success: true });
  api.answer('GET /api/rtm-sys/users', listOf<ManagedUser>('users'));
  const users = '/rtm-sys/users?sort=createdAt';
  await page.goto(users);
  await rowsOf(page, 'users').getByRole('link', { name, exact: true }).press('Enter');
  await expect(page).toHaveURL(of);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeFocused();
  await expect(part(page, 'Profile').getByRole('definition')).toContainText([
    name,
    /^Sole trader\. Withheld$/,
    /^Instagram: bea\s*$/,
  ]);
  await expect(part(page, 'Standing: known')).toContainText('Account struck, Advertising or spam');
  await expect(part(page, 'Suspensions and Strikes')).toContainText('Suspended until the dispute is decided');
  await expect(part(page, 'Ratings').getByRole('link', { name: 'Evidence' })).toHaveAttribute(
    'href',
    `/rtm-sys/rater/${id}`,
  );
  await expect(part(page, 'Reports Made').getByRole('link', { name: /^All/ })).toHaveAttribute(
    'href',
    `/rtm-sys/reports?reporter=${id}`,
  );
  await expect(part(page, 'Payments')).toContainText('None');
  await expectWellAtWidths(page, [1440, 768, 360]);

  const picture = part(page, 'Posts')
    .getByRole('button', { name: /^Picture of/ })
    .first();
  await picture.press('Enter');
  await expect(picture).toHaveAttribute('aria-pressed', 'true');
  const more = part(page, 'Comments').getByRole('button', { name: 'More' });
  await more.press('Enter');
  await expect(part(page, 'Comments').getByRole('button', { name: 'Less' })).toBeFocused();

  await part(page, 'Suspensions and Strikes').getByRole('button', { name: 'Undo: Strike 1' }).press('Enter');
  const undo = page.getByRole('dialog');
  await undo.getByLabel('Reason').fill('A mistake.');
  await undo.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await expect(toast(page, 'Undone')).toBeVisible();
  expect(api.calls('POST /api/rtm-sys/acts/{id}/undo')[0]).toMatchObject({
    params: { id: known.act },
    body: { reason: 'A mistake.' },
  });
  await part(page, 'Notes').getByRole('button', { name: 'Add a Note…' }).press('Enter');
  const note = page.getByRole('dialog', { name: 'Add a Note' });
  await note.getByLabel('Note').fill('Answered politely.');
  expect(await seriousFindings(page)).toEqual([]);
  await note.getByRole('button', { name: 'Add' }).press('Enter');
  await expect(toast(page, 'Note added')).toBeVisible();
  expect(api.calls('POST /api/rtm-sys/users/{id}/notes')[0]?.body).toEqual({ text: 'Answered politely.' });

  await page.getByRole('link', { name: 'Back', exact: true }).press('Enter');
  await expect(page).toHaveURL(users);
});

test('nothing moves when the lists arrive after the person', async ({ page, api }) => {
  answerEverything(api);
  const answer = api.hold('GET /api/rtm-sys/comments');
  await page.goto(of);
  await expect(page.getByRole('status').filter({ hasText: 'Loading what is known' })).toBeVisible();
  answer();
  await expect(part(page, 'Comments')).toBeVisible();
  await expectNoShifts(page, of);
});

test.describe('a moderator', () => {
  test.use({ viewer: 'moderator' });

  test('may exclude ratings, and neither strike nor see payments; not on their own account', async ({
    page,
    api,
  }) => {
    await page.goto(of);
    await expect(page.getByRole('button', { name: 'Exclude Ratings…' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Strike|Suspend|Make Admin|Delete)/ })).toHaveCount(0);
    await expect(part(page, 'Appeals')).toContainText('None');
    await expect(page.getByRole('region', { name: 'Payments' })).toHaveCount(0);
    api.answer('GET /api/rtm-sys/users/{id}', (person) => ({ ...person, mayAct: false }));
    await page.reload();
    await expect(page.getByText('This is your own account')).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Exclude|Add a Note)/ })).toHaveCount(0);
  });

  test('sees what is left of a deleted account', async ({ page, api }) => {
    api.answer('GET /api/rtm-sys/users/{id}', (person) => ({
      ...person,
      account: null,
      record: { ...person.record!, standing: null, counts: { ...person.record!.counts, posts: 0 } },
    }));
    await page.goto(of);
    await expect(page.getByRole('heading', { name: 'Deleted account', level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Audit trail of Deleted account' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Users' }).first()).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    api.refuse('GET /api/rtm-sys/users/{id}', 404, { message: 'User not found' });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible();
  });
});

test.describe('finance', () => {
  test.use({ viewer: 'finance' });

  test('sees the payments of a person, and nothing of moderation', async ({ page }) => {
    await page.goto(of);
    await expect(part(page, 'Payments')).toContainText('None');
    await expect(page.getByRole('region')).toHaveCount(1);
  });
});
