import { expect } from '@playwright/test';
import { call, me } from './support/api.ts';
import { comment, comments } from './support/community.ts';
import { newSeed, randomFrom } from './support/photo.ts';
import { test } from './support/site.ts';
import { editProfile, logIn, password, publish, typeNewPassword } from './support/visitor.ts';

test('the time in their names distinguishes posts of one day and sessions of one browser', async ({
  page,
  email,
  newBrowser,
}) => {
  await publish(page);
  const elsewhere = await newBrowser();
  await logIn(elsewhere, email);
  const { id } = await me(page);
  await page.goto('/my-posts');
  await expect(page.getByRole('link', { name: /^Post of \d+ \w+ \d{4} at \d\d:\d\d:\d\d$/ })).toBeVisible();
  const remove = /^Delete the post of \d+ \w+ \d{4} at \d\d:\d\d:\d\d$/;
  await expect(page.getByRole('button', { name: remove })).toBeVisible();
  await page.goto(`/user/${id}`);
  await expect(page.getByRole('link', { name: /^Photo of \d+ \w+ \d{4} at \d\d:\d\d:\d\d/ })).toBeVisible();
  await page.goto('/account/settings');
  const end = /^Sign out .+, signed in on \d+ \w+ \d{4} at \d\d:\d\d:\d\d$/;
  await expect(page.getByRole('button', { name: end })).toBeVisible();
});

test('a display name keeps its own text direction, and the settings say which name is shown', async ({
  user: page,
}) => {
  await page.goto('/account/settings');
  await expect(page.getByText(/^Shown until you choose a display name/)).toBeVisible();
  await editProfile(page, { displayUsername: 'רגליים' });
  await page.reload();
  await expect(page.getByText(/^Not shown while you have a display name/)).toBeVisible();
  const { id } = await me(page);
  await page.goto(`/user/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'רגליים' })).toHaveCSS('direction', 'rtl');
});

test('a name without a place to break widens no page, not even where it is answered', async ({
  user: page,
  ownPost: id,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await editProfile(page, { displayUsername: 'W'.repeat(50) });
  let parent: string | undefined;
  // Below the third level, replies say whom they answer.
  for (let level = 1; level <= 5; level += 1) parent = await comment(page, id, 'W'.repeat(99), parent);
  const { id: userId } = await me(page);
  const expectFits = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  for (const path of [`/user/${userId}`, '/leaderboard', '/leaderboard?tab=week', `/post/${id}`]) {
    await page.goto(path);
    await expect(page.getByText('W'.repeat(50)).filter({ visible: true }).first()).toBeVisible();
    await expectFits();
  }
  await expect(comments(page).getByText('in reply to').first()).toBeVisible();
  await comments(page)
    .getByRole('button', { name: /^Reply/ })
    .last()
    .click();
  await expect(page.getByLabel(`Reply to ${'W'.repeat(50)}`)).toBeVisible();
  await expectFits();
});

/** What page and server could count in different ways, in many combinations. */
const HARD = [
  ...'aé1 \n\u0958\uAC01\u0300\u0323\u05B8\u064E\u20E3\uFE00\uFE0E\uFE0F\u{E0100}\u180B\u200B\u200C\u200D\u180E\u00AD\u202E',
  ...'\u2060\u2800\u3164\uF8FF\u06DD\u0628\u2028\u0007\u0378\u{1FAE9}\u{1FAFF}\u{1F469}\u{1F3FD}\u2764\u{1F3F4}',
  'e\u0301',
  '\u1019\u103C\u102D\u102F\u1037',
  '\u1100\u1161\u11A8',
  '\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
] as const;

test('the counter of a comment says of any text what the server says', async ({
  user: page,
  ownPost: id,
}) => {
  await page.goto(`/post/${id}`);
  const box = page.getByLabel('Add a comment');
  // Until the rules have loaded, two code points count as two.
  await box.fill('e\u0301');
  await expect(page.getByText(/^1\/500/)).toBeVisible();
  const random = randomFrom(newSeed());
  const draw = (below: number) => Math.floor(random() * below);
  for (let round = 0; round < 60; round += 1) {
    const parts = Array.from({ length: 300 + draw(400) }, () => HARD[draw(HARD.length)]);
    await box.fill(parts.join(''));
    const counted = await page.getByText(/^\d+\/500/).innerText();
    const answer = await call(page, 'POST', `/api/posts/${id}/comments`, { text: parts.join('') });
    const { text = null } = await answer.json();
    const count = Number.parseInt(counted, 10);
    expect([round, answer.status(), text === null ? null : [...text].length]).toEqual(
      count <= 500 ? [round, 201, count] : [round, 400, null],
    );
  }
});

test('a password that could not be sent is not reported as incorrect', async ({ user: page }) => {
  await page.goto('/account/settings');
  await page.getByLabel('Current Password').fill(password);
  await typeNewPassword(page, 'twelve-brave-snails-race');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText('Failed to Update Password', { exact: true })).toBeVisible();
  await expect(page.getByText('You are offline. Please try again when you are connected.')).toBeVisible();
  await expect(page.getByText('Current password is incorrect')).toBeHidden();
});

test('without JavaScript a page that the server does not render asks for it', async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/account/settings');
  await expect(page.locator('noscript')).toBeVisible();
  expect(await page.locator('noscript').evaluate(({ textContent }) => textContent)).toContain(
    'This page needs JavaScript.',
  );
  await expect(page.getByRole('link', { name: 'Go to Footnote' })).toHaveAttribute('href', '/');
  await page.goto('/');
  await expect(page.locator('body > noscript')).toBeHidden();
  await context.close();
});
