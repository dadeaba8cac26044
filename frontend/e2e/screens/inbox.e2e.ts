import { expect, type Page } from '@playwright/test';
import type { InboxEntry, News } from '../../src/api/generated/schema.d.ts';
import { expectWellAtWidths } from '../support/axe.ts';
import { openLive, setVisible } from '../support/live.ts';
import { entryOf, me, votesOf } from '../support/screen-answers.ts';
import { type Api, known, now, test } from '../support/screen.ts';
import { serveThread } from '../support/thread.ts';
import { profileMenu, sendLogin } from '../support/visitor.ts';

test.use({ viewer: 'member' });

const READ = 'PUT /api/me/inbox/read';
const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.parse(now) - hours * HOUR).toISOString();

const vote = votesOf('3 new votes: 5.4 → 6.1, 30th → 22nd this week', 0, { isUnread: true });
const comment = entryOf({ id: 'comment', at: ago(1), isUnread: true });
const older = [
  votesOf('1 new vote', 1),
  entryOf({
    id: 'week',
    kind: 'week',
    at: ago(80),
    day: ago(80).slice(0, 10),
    text: 'The board of week 20 of 2035 has closed',
    quote: null,
    by: null,
    post: null,
    path: '/leaderboard?tab=week&week=2035-W20',
  }),
];
const newsOf = (unread: number, postId?: string): News => ({
  unread,
  posts: postId === undefined ? [] : [{ postId, votes: 0, likes: 0, comments: 1 }],
});

/** Answers with an inbox that is read when the page says so. */
function inboxOf(api: Api, entries: InboxEntry[]) {
  const inbox = { entries, upTo: now, next: null as string | null };
  api.answer('GET /api/me/inbox', () => inbox);
  api.answer('GET /api/me/news', () => newsOf(inbox.entries.filter(({ isUnread }) => isUnread).length));
  api.answer(READ, () => {
    inbox.entries = inbox.entries.map((entry) => ({ ...entry, isUnread: false }));
    return newsOf(0);
  });
  return inbox;
}

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Inbox/ });
const entries = (page: Page) => page.getByRole('main').getByRole('listitem');

test('the inbox is told by day, is read once it is seen, and shows until it is left what was new', async ({
  page,
  api,
}) => {
  inboxOf(api, [vote, comment, ...older]);
  await page.goto('/leaderboard');
  await expect(bell(page)).toHaveAccessibleName('Inbox, 2 new');
  await bell(page).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeFocused();
  await expect.poll(() => api.calls(READ).map(({ body }) => body)).toEqual([{ upTo: now }]);
  await expect(bell(page)).toHaveAccessibleName('Inbox');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Today', 'Yesterday', 'Sunday, 20 May']);
  await expect(entries(page)).toHaveText([
    `${vote.text}New`,
    /^New comment on your postNew13:00Quiet Otter: “A fine pair.”$/,
    '1 new vote',
    /^The board of week 20 of 2035 has closed06:00$/,
  ]);
  const [first] = await entries(page).getByRole('link').all();
  await expect(first!).toHaveAttribute('href', vote.path);
  await expect(entries(page).getByRole('link').last()).toHaveAttribute('href', older[1]!.path);
  await expectWellAtWidths(page, [1440, 360, 320]);
  // Read again, as another device may have read it: it stays as new until the page is left.
  const again = page.waitForResponse('**/api/me/inbox');
  api.tellInbox();
  await again;
  await expect(entries(page).getByText('New', { exact: true })).toHaveCount(2);
  await first!.click();
  await expect(page).toHaveURL(vote.path);
  await page.goBack();
  await expect(entries(page)).toHaveCount(4);
  await expect(entries(page).getByText('New', { exact: true })).toHaveCount(0);
  expect(api.calls(READ)).toHaveLength(1);
});

test('what comes while the inbox is open appears as new, and is read once a minute, or when the page is hidden', async ({
  page,
  api,
}) => {
  const inbox = inboxOf(api, [comment]);
  await page.clock.install({ time: now });
  await openLive(page, '/inbox');
  await expect.poll(() => api.calls(READ).length).toBe(1);
  const arrive = async (id: string, upTo: string): Promise<void> => {
    Object.assign(inbox, { entries: [entryOf({ id, isUnread: true }), ...inbox.entries], upTo });
    const count = await entries(page).count();
    const news = page.waitForResponse('**/api/me/news');
    api.tellInbox();
    await expect(entries(page)).toHaveCount(count + 1);
    await news;
    // The page itself shows it.
    await expect(bell(page)).toHaveAccessibleName('Inbox');
  };
  await arrive('second', ago(-1));
  await page.clock.runFor(30_000);
  expect(api.calls(READ)).toHaveLength(1);
  await page.clock.runFor(31_000);
  await expect.poll(() => api.calls(READ).length).toBe(2);
  await arrive('third', ago(-2));
  await setVisible(page, false);
  await expect
    .poll(() => api.calls(READ).map(({ body }) => body))
    .toEqual([{ upTo: now }, { upTo: ago(-1) }, { upTo: ago(-2) }]);
});

test('opening a post reads what is about it, if anything is', async ({ page, api }) => {
  api.answer('GET /api/me/news', newsOf(1, known.ownPost));
  api.answer(READ, newsOf(0));
  const marks = page.waitForResponse('**/api/me/marks*');
  await page.goto(`/post/${known.post}`);
  await expect(bell(page)).toHaveAccessibleName('Inbox, 1 new');
  await marks;
  expect(api.calls(READ)).toHaveLength(0);
  await page.goto(`/post/${known.ownPost}`);
  await expect
    .poll(() => api.calls(READ).map(({ body }) => body))
    .toEqual([{ upTo: expect.stringMatching(/^2035-/), postId: known.ownPost }]);
  await expect(bell(page)).toHaveAccessibleName('Inbox');
});

test('an entry about a comment leads to it', async ({ page, api }) => {
  const { say } = serveThread(api);
  const id = say('The one that it is about.');
  for (let count = 0; count < 8; count++) say('A later one.');
  const path = `/post/${known.post}`;
  inboxOf(api, [entryOf({ id: `${id}:${me.id}`, path }), entryOf({ id: `gone:${me.id}`, path })]);
  const named = page.locator(`#comment-${id}`);
  // Its comments load after the page; the second time they are there before.
  await page.goto('/inbox');
  for (const _ of [1, 2]) {
    await entries(page).getByRole('link').first().click();
    await expect(page).toHaveURL(`${path}#comment-${id}`);
    await expect(named).toBeFocused();
    await expect(named).toBeInViewport();
    await page.goBack();
  }
  await entries(page).getByRole('link').last().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(named).toBeAttached();
});

test('a page gets the news of the person who signs in, and of no one else', async ({ page, api }) => {
  await api.become('visitor');
  api.answer('POST /api/auth/login', me, { as: 'member' });
  api.answer('POST /api/auth/logout', undefined as never, { status: 204, as: 'visitor' });
  inboxOf(api, [comment]);
  const streams: string[] = [];
  page.on('request', (request) => /\/api\/live\b/.test(request.url()) && streams.push(request.url()));
  await openLive(page, '/login');
  await sendLogin(page, me.email);
  await expect(bell(page)).toHaveAccessibleName('Inbox, 1 new');
  await expect.poll(() => streams.length).toBe(2);
  await profileMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(bell(page)).toHaveCount(0);
  await expect.poll(() => streams.length).toBe(3);
});

test('phones have the count at Me, which is kept short', async ({ page, api }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  api.answer('GET /api/me/news', newsOf(100));
  await page.goto('/leaderboard');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Me/ });
  await expect(link).toHaveAccessibleName(/^Me ?, 99\+ new$/);
  await expect(bell(page)).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Me', exact: true })).toHaveAttribute('href', '/me');
  await menu.getByRole('link', { name: /^Inbox ?, 99\+ new$/ }).click();
  await expect(page).toHaveURL('/inbox');
  await expect(link).toHaveAccessibleName('Me');
  await expect(link).toHaveAttribute('data-near');
});

test('an inbox has pages, may be empty, and says what failed; news that fail say nothing', async ({
  page,
  api,
}) => {
  api.refuse('GET /api/me/news', 503);
  api.refuse('GET /api/me/inbox', 503, { message: 'Please try again in a minute.' });
  await page.goto('/inbox');
  await expect(page.getByRole('alert')).toHaveText('Please try again in a minute.');
  api.answer('GET /api/me/inbox', (_, { query }) =>
    query['cursor'] === 'more'
      ? { entries: [entryOf({ id: 'last' })], next: null, upTo: now }
      : { entries: [entryOf({ id: 'first' })], next: 'more', upTo: now },
  );
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(entries(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Show More' }).click();
  await expect(entries(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Show More' })).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  api.answer('GET /api/me/inbox', { entries: [], next: null, upTo: now });
  await page.reload();
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await expect(page.getByText(/^Votes, likes and comments on your posts/)).toBeVisible();
  await expectWellAtWidths(page);
});
