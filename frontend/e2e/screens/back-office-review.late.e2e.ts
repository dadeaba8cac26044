import { expect, type Page } from '@playwright/test';
import type { ReviewItem } from '../../src/api/generated/schema.d.ts';
import { openReview, rowOfPost } from '../support/admins.ts';
import { expectWellAtWidths, seriousFindings } from '../support/axe.ts';
import { tabTo, toast } from '../support/community.ts';
import { type Api, known, now, test } from '../support/screen.ts';
import { recording } from '../support/screen-server.ts';

test.use({ viewer: 'moderator' });

const MINUTE_MS = 60_000;
const waiting = recording.answers.moderator['GET /api/rtm-sys/queue']!.body as ReviewItem[];
const reported = waiting.find(({ id }) => id === known.reported)!;
const other = waiting.find(({ id }) => id === known.post)!;

const claimed = (item: ReviewItem): ReviewItem => ({
  ...item,
  person: {
    registeredAt: '2035-05-01T09:00:00.000Z',
    publicPosts: 3,
    decisions: [{ name: 'Post hidden', reason: 'spam', at: '2035-05-20T09:00:00.000Z' }],
  },
  reports: item === reported ? socks : [],
  claimedBy: 'moderator.0.2',
  claimedUntil: new Date(Date.parse(now) + 10 * MINUTE_MS).toISOString(),
  isMine: true,
});

const socks: ReviewItem['reports'] = [
  {
    id: `${reported.id}-${known.member}`,
    userId: known.member!,
    username: 'shoe.fan',
    category: 'spam',
    reason: 'An advertisement for socks.',
    at: reported.since!,
  },
];

/** Answers reviews: the reported post first, then another one, then none. */
function serveReviews(api: Api): void {
  const left = [other];
  api.answer('POST /api/rtm-sys/queue/{id}/claim', (_, { params }) =>
    claimed(waiting.find(({ id }) => id === params.id)!),
  );
  api.answer('POST /api/rtm-sys/queue/next', () => {
    const item = left.shift();
    return { item: item ? claimed(item) : null };
  });
  for (const act of ['undo', 'release'] as const) {
    api.on(`POST /api/rtm-sys/queue/{id}/${act}`, async () => ({ status: 204 }));
  }
  api.answer('POST /api/rtm-sys/queue/{id}/decide', decided(0));
}

const decided = (newer: number) => ({ actId: known.act!, isCarriedOut: true, newer });
/** The button that approves. It works once the picture is loaded and not blurred. */
const approval = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true });

const dialog = (page: Page) => page.getByRole('dialog');
const panel = (page: Page) => page.getByRole('region', { name: /: choose a reason$/ });

test('a moderator goes from the queue through the reviews by keyboard, and takes a decision back', async ({
  page,
  api,
}) => {
  serveReviews(api);
  await page.goto('/rtm-sys/queue');
  const row = rowOfPost(page, 'posts to review', reported.id);
  await expect(row).toContainText('1 report: Advertising or spam');
  await expect(row).toContainText(/Waits 2 hours.*, target 2 days/);
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toContainText(/Review Queue8/);
  await expectWellAtWidths(page, [360, 1440]);
  await expect(row.getByRole('button', { name: /^Review the post/ })).toBeInViewport({ ratio: 1 });

  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/rtm-sys/review?post=${reported.id}`);
  await expect(page.getByRole('heading', { name: `Post by ${reported.username}` })).toBeFocused();
  await expect(page.getByText('An advertisement for socks.')).toBeVisible();
  await expect(page.getByText(/^Yours for (10:00|9:5\d)$/)).toBeVisible();
  await expectWellAtWidths(page, [360, 1440]);

  await expect(page.getByText('0 of 8 decided')).toBeVisible();
  await expect(page.getByRole('list', { name: 'About the owner' })).toContainText('Post hidden: Advertising');

  await page.keyboard.press('h');
  await expect(panel(page)).toBeVisible();
  await expectWellAtWidths(page, [360, 1440]);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await page.keyboard.press('m');
  // Another reason needs a note.
  await page.keyboard.press('0');
  await expect(dialog(page).getByLabel('Note')).toBeFocused();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.type('a hub on a nap');
  await tabTo(page, /^Delete$/);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Post deleted')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: /^Post by / })).toBeFocused();
  await expect(page.getByText('1 of 8 decided')).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByRole('img', { name: /^Photo posted by .*[^d]$/ })).toBeVisible();
  await expect(approval(page)).toBeEnabled();
  await page.keyboard.press('a');
  await expect(page.getByText('All done. Thank you!')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('u');
  await expect(toast(page, 'Decision undone')).toBeVisible();
  await expect(page.getByRole('heading', { name: `Post by ${other.username}` })).toBeFocused();
  // It was shown before.
  await expect(approval(page)).toBeEnabled();
  await page.keyboard.press('e');
  await expect(panel(page).getByRole('listitem')).toHaveText([/^4?Nudity/, /^5?Viol/, /^6?/, /^0?/]);
  // Neither offered nor a key of the panel.
  for (const key of ['1', 'a', 'x', 'n', 'b', 'u']) await page.keyboard.press(key);
  api.on('POST /api/rtm-sys/posts/{id}/escalate', async () => ({ status: 200, body: {} }));
  await page.keyboard.press('5');
  await expect(toast(page, 'Post escalated')).toBeVisible();
  // Only an owner lifts the hold.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true');
  expect(api.calls('POST /api/rtm-sys/posts/{id}/escalate')[0]).toMatchObject({
    params: { id: other.id },
    body: { reason: 'violent', note: '' },
  });
  const sent = api.calls('POST /api/rtm-sys/queue/{id}/decide').map(({ params, body }) => [params.id, body]);
  expect(sent).toEqual([
    [reported.id, { decision: 'remove', reason: 'other', note: 'a hub on a nap', reports: [socks[0]!.id] }],
    [other.id, { decision: 'approve', note: '', shown: true, reports: [] }],
  ]);
});

test('reports are dismissed once the picture is loaded and shown, and a newer one is told', async ({
  page,
  api,
}) => {
  serveReviews(api);
  const item = { ...claimed(reported), isInCheck: true, isPublic: false };
  api.answer('POST /api/rtm-sys/queue/next', { item });
  api.answer('POST /api/rtm-sys/queue/{id}/decide', decided(1));
  await openReview(page, other.id);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\.webp/, async (route) => {
    await held;
    await route.fallback();
  });
  await page.keyboard.press('n');
  await expect(page.getByText('Hidden from everyone until you decide')).toBeVisible();
  await expectWellAtWidths(page, [360, 1440]);
  await expect(page.getByRole('button', { name: 'Show, Then Approve' })).toBeVisible();
  await page.keyboard.press('x');
  await expect(approval(page)).toBeDisabled();
  for (const key of ['x', 'a', 'e']) await page.keyboard.press(key);
  release();
  await expect(approval(page)).toBeEnabled();
  expect(api.calls('POST /api/rtm-sys/queue/{id}/decide')).toEqual([]);
  await page.keyboard.press('x');
  await expect(toast(page, 'Reports dismissed')).toContainText('A newer report stays open');
  expect(api.calls('POST /api/rtm-sys/queue/{id}/decide').map(({ body }) => body)).toEqual([
    { decision: 'dismiss', note: '', shown: true, reports: [socks[0]!.id] },
  ]);
});

test('a removed picture is beside a copy of it, blurred until asked for, and later in words', async ({
  page,
  api,
}) => {
  const removedAt = '2035-05-20T09:00:00.000Z';
  const copyOf = { postId: other.id, imageUrl: other.imageUrl, reason: 'explicit', removedAt } as const;
  let shown: ReviewItem['copyOf'] = copyOf;
  serveReviews(api);
  api.answer('POST /api/rtm-sys/queue/{id}/claim', () => ({ ...claimed(reported), copyOf: shown }));
  await openReview(page, reported.id);
  const words = /^It may be a copy of a picture that was removed on 20 May 2035: Nudity/;
  await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByRole('img', { name: 'Removed picture, blurred' })).toBeVisible();
  await expectWellAtWidths(page, [360, 1440]);
  await page.getByRole('button', { name: 'Picture of the removed post' }).press('Enter');
  await expect(page.getByRole('img', { name: 'Removed picture', exact: true })).toBeVisible();
  shown = { ...copyOf, imageUrl: null };
  await page.reload();
  await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByRole('img', { name: /^Removed picture/ })).toHaveCount(0);
});

test('a comment is hidden, and of a profile what the moderator chooses is withheld', async ({
  page,
  api,
}) => {
  const comment: ReviewItem = {
    ...claimed(reported),
    subject: 'comment',
    imageUrl: null,
    text: 'Rude words.',
  };
  const profile: ReviewItem = {
    ...comment,
    id: known.member!,
    subject: 'profile',
    postId: null,
    text: null,
    profile: {
      displayUsername: 'Rude Name',
      bio: 'Buy my socks.',
      socialLinks: null,
      profilePictureUrl: other.imageUrl,
      profileChangedAt: '2026-11-20T09:00:00.000Z',
      withheld: [],
    },
  };
  serveReviews(api);
  api.answer('POST /api/rtm-sys/queue/{id}/claim', comment);
  const left = [profile];
  api.answer('POST /api/rtm-sys/queue/next', () => ({ item: left.shift() ?? null }));
  await page.goto(`/rtm-sys/review?post=${reported.id}`);
  await expect(page.getByRole('heading', { name: `Comment by ${reported.username}` })).toBeFocused();
  await expect(page.getByText('Rude words.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Delete|Escalate)/ })).toHaveCount(0);
  await expectWellAtWidths(page, [360, 1440]);
  await page.keyboard.press('h');
  await page.keyboard.press('8');
  await expect(toast(page, 'Comment hidden')).toBeVisible();
  await expect(page.getByRole('heading', { name: `Profile of ${reported.username}` })).toBeFocused();
  await page.keyboard.press('h');
  await page.keyboard.press('8');
  await expect(panel(page).getByText('Please choose what to withhold')).toBeVisible();
  await expectWellAtWidths(page, [360, 1440]);
  await page.keyboard.press('b');
  await page.keyboard.press('p');
  await page.keyboard.press('p');
  await page.keyboard.press('n');
  await page.keyboard.press('8');
  await expect(toast(page, 'Profile withheld')).toBeVisible();
  const why = { decision: 'hide', reason: 'abuse', note: '', reports: [socks[0]!.id] };
  expect(api.calls('POST /api/rtm-sys/queue/{id}/decide').map(({ body }) => body)).toEqual([
    why,
    { ...why, parts: ['bio', 'name'], seen: '2026-11-20T09:00:00.000Z' },
  ]);
});

test('posts that the check passed are approved together, but for those that are left out', async ({
  page,
  api,
}) => {
  serveReviews(api);
  const posts = waiting.filter(({ subject, isOwn }) => subject === 'post' && !isOwn);
  api.answer('GET /api/rtm-sys/queue/sheet', posts);
  api.on('POST /api/rtm-sys/posts/{id}/acts', async () => ({ status: 200, body: { actId: known.act } }));
  await page.goto('/rtm-sys/queue');
  await page.getByRole('link', { name: 'Approve Many' }).click();
  const pictures = page.getByRole('list', { name: 'Posts to approve' }).getByRole('button');
  await expect(pictures).toHaveCount(posts.length);
  await expectWellAtWidths(page, [360, 1440]);
  await pictures.first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(pictures.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expectWellAtWidths(page, [360, 1440]);
  // What is left out stays so.
  await page.getByRole('link', { name: /^Review the post by/ }).click();
  await page.goBack();
  await expect(pictures.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: `Approve ${posts.length - 1} Posts` })).toBeVisible();
  await page.keyboard.press('a');
  await expect(dialog(page)).toContainText(`${posts.length - 1} posts approved`);
  const calls = api.calls('POST /api/rtm-sys/posts/{id}/acts');
  expect(calls.map(({ params }) => params.id).toSorted()).toEqual(
    posts.flatMap(({ id }, index) => (index === 1 ? [] : [id])).toSorted(),
  );
  expect(calls[0]?.body).toEqual({ act: 'PostApproved', note: '', shown: true });
  await dialog(page).getByRole('button', { name: 'Close' }).first().click();
  await expect(page.getByRole('button', { name: /^Undo: \d+ posts approved/ })).toBeVisible();
});

test('a decision that comes too late, or without a session, is not made', async ({ page, api }) => {
  serveReviews(api);
  await openReview(page, reported.id);
  const why = 'This post was decided already by moe.';
  api.refuse('POST /api/rtm-sys/queue/{id}/decide', 409, { message: why });
  await page.keyboard.press('h');
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('radio', { name: 'Advertising or spam' }).check();
  await dialog(page).getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(page.getByText(why)).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { name: `Post by ${other.username}` })).toBeFocused();
  api.refuse('POST /api/rtm-sys/queue/{id}/decide', 401);
  api.refuse('GET /api/rtm-sys/me', 401);
  await page.keyboard.press('h');
  await page.keyboard.press('1');
  await expect(page).toHaveURL(known.login!);
});

test('the keys can be switched off, and do nothing with Ctrl or below the help', async ({ page, api }) => {
  serveReviews(api);
  await openReview(page, reported.id);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'How Reviews Work' })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('a');
  await page.getByRole('switch', { name: 'Keys' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.keyboard.press('h');
  await page.getByRole('button', { name: 'Show, Then Approve' }).click();
  await approval(page).click();
  await expect(toast(page, 'Post approved')).toBeVisible();
  await expect(panel(page)).toBeHidden();
  expect(api.calls('POST /api/rtm-sys/queue/{id}/decide')).toHaveLength(1);
});

test('pictures are blurred until an admin asks for them, and the choice is kept for this admin', async ({
  page,
  api,
}) => {
  serveReviews(api);
  const picture = page.getByRole('img', { name: /^Photo posted by / });
  const expectBlur = (isBlurred: boolean, image = picture) =>
    expect(image).toHaveCSS('filter', isBlurred ? /^blur\(.+\) grayscale\(/ : 'none');
  await openReview(page, reported.id);
  await expectBlur(true);
  await page.keyboard.press('b');
  await expectBlur(false);
  await page.keyboard.press('b');
  await expectBlur(true);
  await page.getByRole('button', { name: 'Show Picture' }).click();
  await expectBlur(false);
  // Each picture is asked for, on every page.
  await page.goto('/rtm-sys/posts');
  const row = rowOfPost(page, 'posts', reported.id);
  await expectBlur(true, row.locator('img'));
  await row.getByRole('button', { name: /^Picture of the post by / }).click();
  await expectBlur(false, row.locator('img'));
  await openReview(page, other.id);
  await expectBlur(true);
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('switch', { name: 'Blur pictures' }).click();
  await page.keyboard.press('Escape');
  await openReview(page, reported.id);
  await expectBlur(false);
  api.answer('GET /api/rtm-sys/me', (admin) => ({ ...admin, id: 'another' }));
  await openReview(page, reported.id);
  await expectBlur(true);
});

test('a claim that ends while the page is open is said, and after thirty minutes a break is suggested', async ({
  page,
  api,
}) => {
  await page.clock.install({ time: now });
  serveReviews(api);
  // In steps, because a longer absence is a break.
  const work = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += 1) await page.clock.fastForward(MINUTE_MS);
  };
  const lost = page.getByRole('alert').filter({ hasText: 'Your 10 minutes are over' });
  await openReview(page, reported.id);
  await page.keyboard.press('h');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await work(9);
  await expect(dialog(page).getByText(/^Yours for 0:\d\d$/)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Keep for 10 Minutes' }).click();
  await work(1);
  await expect(dialog(page)).toBeVisible();
  await work(9);
  await expect(lost).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  expect(await seriousFindings(page)).toEqual([]);
  // Decides nothing: the end of the test counts.
  await page.keyboard.press('a');

  const banner = page.getByText('Time for a break');
  await work(10);
  await expect(banner).toBeHidden();
  await work(1);
  await expect(banner).toBeVisible();
  await expectWellAtWidths(page, [360, 1440]);
  await page.getByRole('button', { name: 'Not Now' }).click();
  await expect(banner).toBeHidden();
  await page.getByRole('button', { name: 'Take It Again' }).click();
  await expect(page.getByRole('heading', { name: /^Post by / })).toBeFocused();
  await page.keyboard.press('a');
  await expect(approval(page)).toBeEnabled();
  await page.keyboard.press('a');
  await expect(toast(page, 'Post approved')).toBeVisible();
  expect(api.calls('POST /api/rtm-sys/queue/{id}/decide')).toHaveLength(1);
  await work(30);
  await page.getByRole('button', { name: 'Take a Break' }).click();
  await expect(page).toHaveURL('/rtm-sys/queue');
});

test('the claim ends when the admin leaves, closes the tab or signs out', async ({ page, api, context }) => {
  serveReviews(api);
  api.on('POST /api/rtm-sys/logout', async () => ({ status: 204 }));
  const ways: Record<string, (reviewing: Page) => Promise<unknown>> = {
    'a link': (reviewing) => reviewing.getByRole('link', { name: 'Posts' }).first().click(),
    'another page': (reviewing) => reviewing.goto('/leaderboard'),
    'a closed tab': (reviewing) => reviewing.close(),
    Logout: (reviewing) => reviewing.getByRole('button', { name: 'Logout' }).click(),
  };
  await page.close();
  let released = 0;
  for (const [way, leave] of Object.entries(ways)) {
    const reviewing = await context.newPage();
    await openReview(reviewing, reported.id);
    await leave(reviewing);
    released += 1;
    await expect.poll(() => api.calls('POST /api/rtm-sys/queue/{id}/release').length, way).toBe(released);
  }
});
