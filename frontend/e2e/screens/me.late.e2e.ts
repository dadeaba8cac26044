import { expect } from '@playwright/test';
import { expectWellAtWidths } from '../support/axe.ts';
import { entryOf, me, votesOf } from '../support/screen-answers.ts';
import { known, now, test } from '../support/screen.ts';

test.use({ viewer: 'member' });

const place = { week: '2035-W21', of: 24, postId: known.ownPost! };

test('Me shows the record, what is new, the own posts, and the ways to the settings', async ({
  page,
  api,
}) => {
  const entries = [...'abcdef'].map((id, index) => votesOf(`${index + 1} new votes`, index, { id }));
  api.answer('GET /api/me/inbox', { entries, next: null, upTo: now });
  api.answer('GET /api/me/news', {
    unread: 3,
    posts: [{ postId: known.ownPost!, votes: 3, likes: 0, comments: 1 }],
  });
  api.answer('GET /api/me/record', {
    thisWeek: { ...place, rank: 22 },
    best: { ...place, week: '2035-W20', rank: 3 },
    weeks: 1,
    trophies: [{ text: 'Your post finished 3rd in week 20 of 2035', at: now, post: entryOf({}).post! }],
  });
  await page.goto('/my-posts');
  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Me', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Me' })).toBeFocused();
  const record = page.getByRole('region', { name: 'My Record' });
  // Among how many, only where that is good news.
  await expect(record.locator('dl > div')).toHaveText([
    'This week22nd on the board',
    'Best finish3rd in week 20',
    'On the board1 week',
  ]);
  await expect(record.getByRole('list', { name: 'Trophies' })).toContainText('finished 3rd in week 20');
  const inbox = page.getByRole('region', { name: 'Inbox 3 new' });
  await expect(inbox.getByRole('listitem')).toHaveCount(5);
  await expect(inbox.getByRole('link', { name: 'Open Inbox' })).toHaveAttribute('href', '/inbox');
  const card = page.getByRole('article').filter({ has: page.locator(`[href="/post/${known.ownPost}"]`) });
  await expect(card.getByRole('listitem')).toHaveText(['3 new votes', '1 new comment']);
  const account = page.getByRole('navigation', { name: 'Account' });
  await expect(account.getByRole('link')).toHaveText(['Profile', 'Settings']);
  await expectWellAtWidths(page, [1440, 360, 320]);
  // To be seen on Me is not yet to be read.
  expect(api.calls('PUT /api/me/inbox/read')).toHaveLength(0);
  api.answer('POST /api/auth/logout', undefined as never, { status: 204, as: 'visitor' });
  await account.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
});

test('Me is there for a new person without a verified address, and says what failed', async ({
  page,
  api,
}) => {
  api.answer('GET /api/auth/me', { ...me, emailVerified: false });
  api.answer('GET /api/user/posts', []);
  for (const read of ['GET /api/me/inbox', 'GET /api/me/record'] as const) api.refuse(read, 503);
  await page.goto('/me');
  await expect(page.getByText('Verify your email address to post, rate and comment.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(2);
  api.answer('GET /api/me/record', { thisWeek: null, best: null, weeks: 0, trophies: [] });
  api.answer('GET /api/me/inbox', { entries: [], next: null, upTo: now });
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Try Again' }).first().click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'My Record' })).toContainText('no score yet');
  await expect(page.getByRole('region', { name: 'Inbox' })).toContainText('Nothing here yet.');
  await expect(page.getByRole('link', { name: 'Upload Your First Post' })).toBeVisible();
  await expectWellAtWidths(page);
});
