import { expect } from '@playwright/test';
import { comments } from '../support/community.ts';
import { known, test } from '../support/screen.ts';

test.use({ viewer: 'member' });

const WIDE = 'W'.repeat(50);

test('the time in their names distinguishes posts of one day and sessions of one browser', async ({
  page,
  api,
}) => {
  api.answer('GET /api/user/sessions', ([own]) => [
    own!,
    { ...own!, id: known['author']!, isCurrent: false },
  ]);
  const moment = String.raw`\d+ \w+ \d{4} at \d\d:\d\d:\d\d`;
  const named = (start: string) => new RegExp(`^${start} ${moment}`);
  await page.goto('/my-posts');
  await expect(page.getByRole('link', { name: named('Post of') }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: named('Delete the post of') }).first()).toBeVisible();
  await page.goto(`/user/${known['member']}`);
  await expect(page.getByRole('link', { name: named('Photo of') }).first()).toBeVisible();
  await page.goto('/account/settings');
  await expect(page.getByRole('button', { name: named('Sign out .+, signed in on') })).toBeVisible();
});

test('a display name keeps its own text direction, and the settings say which name is shown', async ({
  page,
  api,
}) => {
  const displayUsername = 'רגליים';
  await page.goto('/account/settings');
  await expect(page.getByText(/^Shown until you choose a display name/)).toBeVisible();
  api.answer('GET /api/auth/me', (me) => ({ ...me, displayUsername }));
  await page.reload();
  await expect(page.getByText(/^Not shown while you have a display name/)).toBeVisible();
  api.answer('GET /api/users/{id}', (recorded) => ({
    ...recorded,
    user: { ...recorded.user, displayUsername },
  }));
  await page.goto(`/user/${known['member']}`);
  await expect(page.getByRole('heading', { level: 1, name: displayUsername })).toHaveCSS('direction', 'rtl');
});

test('a name without a place to break widens no page, not even where it is answered @verify', async ({
  page,
  api,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const wide = <Person extends object>(person: Person) => ({ ...person, displayUsername: WIDE });
  api.answer('GET /api/users/{id}', (recorded) => ({ ...recorded, user: wide(recorded.user) }));
  api.answer('GET /api/posts', (posts) => posts.map(wide));
  api.answer('GET /api/leaderboard/weekly', (board) => ({ ...board, posts: board.posts.map(wide) }));
  api.answer('GET /api/posts/{id}', wide);
  api.answer('GET /api/posts/{id}/comments', ([first]) => {
    // Below the third level, replies say whom they answer.
    const levels = ['e', 'd', 'c', 'b', 'a'].map((letter) => `${first!.id.slice(0, -1)}${letter}`);
    return levels.reduce<(typeof first & object)[]>((replies, id, index) => {
      const parentCommentId = levels[index + 1] ?? null;
      return [{ ...wide(first!), id, text: 'W'.repeat(99), parentCommentId, replies }];
    }, []);
  });
  const expectFits = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  for (const path of [
    `/user/${known['author']}`,
    '/leaderboard',
    '/leaderboard?tab=week',
    `/post/${known['post']}`,
  ]) {
    await page.goto(path);
    await expect(page.getByText(WIDE).filter({ visible: true }).first()).toBeVisible();
    await expectFits();
  }
  await expect(comments(page).getByText('in reply to').first()).toBeVisible();
  await comments(page)
    .getByRole('button', { name: /^Reply/ })
    .last()
    .click();
  await expect(page.getByLabel(`Reply to ${WIDE}`)).toBeVisible();
  await expectFits();
});
