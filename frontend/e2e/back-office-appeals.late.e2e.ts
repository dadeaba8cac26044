import { expect, type Page } from '@playwright/test';
import { enterBackOffice, newAdmin, signInAdmin } from './support/admins.ts';
import { seriousFindings } from './support/axe.ts';
import { anotherPerson, toast } from './support/community.ts';
import { test } from './support/site.ts';
import { newSeed, publish } from './support/visitor.ts';

const headers = { 'sec-fetch-site': 'same-origin' };

/** Neither axe nor the width of the window has anything to complain about on small and large screens. */
async function looksWell(page: Page): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

/** Appeals the decision in this part of the page. */
async function appeal(page: Page, place: ReturnType<Page['locator']>, text: string): Promise<void> {
  await place.getByRole('button', { name: 'Appeal…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Appeal the Decision' });
  await dialog.getByRole('button', { name: 'Send Appeal' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please say why the decision is wrong');
  await looksWell(page);
  await dialog.getByLabel('Why is the decision wrong?').fill(text);
  await dialog.getByRole('button', { name: 'Send Appeal' }).click();
  await expect(toast(page, 'Appeal sent')).toBeVisible();
  await expect(place).toContainText('You appealed on');
  await expect(place.getByRole('button', { name: 'Appeal…' })).toHaveCount(0);
}

/** Opens the page of an appeal from the list of those that wait. */
async function openAppeal(page: Page, username: string): Promise<void> {
  await page.goto('/rtm-sys/appeals?outcome=waiting');
  await page.getByRole('link', { name: `Open the appeal by ${username}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Appeal by ${username}` })).toBeVisible();
}

test('the owner of a hidden post appeals, and another admin shows it again', async ({
  page,
  browser,
  running: { dataDir },
}) => {
  const owner = await anotherPerson(browser);
  const id = await publish(owner, newSeed());
  const { anonymousUsername } = await (await owner.request.get('/api/auth/me')).json();
  const first = await enterBackOffice(page, dataDir, 'moderator');
  const decision = { isPublic: false, reason: 'identifies', note: 'A street sign can be read.' };
  expect((await page.request.patch(`/api/rtm-sys/posts/${id}`, { headers, data: decision })).ok()).toBe(true);

  await owner.goto('/my-posts');
  await expect(owner.getByText('A moderator decided: Shows a face or identifies a person.')).toBeVisible();
  await looksWell(owner);
  await owner.goto(`/post/${id}`);
  const notice = owner.getByRole('region', { name: 'About this post' });
  await expect(notice).toContainText('Reason: Shows a face or identifies a person. See section 5');
  await expect(notice).toContainText('A street sign can be read.');
  const text = 'The sign is from a film. Nobody lives there.';
  await appeal(owner, notice, text);
  await looksWell(owner);

  // Not the admin who decided.
  await openAppeal(page, anonymousUsername);
  await expect(page.getByText('This appeal is about your own decision.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Grant' })).toHaveCount(0);

  await signInAdmin(page, await newAdmin(dataDir, 'moderator'));
  await page.goto('/rtm-sys/appeals?outcome=waiting');
  const row = page
    .getByRole('grid', { name: 'appeals' })
    .getByRole('row')
    .filter({ hasText: anonymousUsername });
  await expect(row).toContainText('Post hidden');
  await expect(row).toContainText(first);
  await expect(
    page
      .getByRole('navigation', { name: 'Back office' })
      .getByRole('link', { name: /^Appeals ?\d+ waiting/ }),
  ).toBeVisible();
  await looksWell(page);
  await openAppeal(page, anonymousUsername);
  await expect(page.getByRole('main')).toContainText(text);
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('Please say why you reject it')).toBeVisible();
  await looksWell(page);
  await page.getByLabel('Note for the person').fill('You are right, sorry.');
  await page.getByRole('button', { name: 'Grant' }).click();
  await expect(toast(page, 'Appeal granted')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Outcome' })).toContainText('You are right, sorry.');
  await looksWell(page);

  await expect.poll(async () => (await page.request.get(`/api/posts/${id}`)).status()).toBe(200);
  await owner.goto('/account/settings#decisions');
  const mine = owner.getByRole('region', { name: 'Decisions' });
  await expect(mine).toContainText('Undone');
  await expect(mine).toContainText('The admin who decided it wrote: “You are right, sorry.”');
  await looksWell(owner);
  await owner.context().close();
});

test('a suspended person gets from the banner to the appeal, and writes again once it is granted', async ({
  page,
  browser,
  running: { dataDir },
}) => {
  const person = await anotherPerson(browser);
  const { id, anonymousUsername } = await (await person.request.get('/api/auth/me')).json();
  await enterBackOffice(page, dataDir, 'owner');
  const suspension = { reason: 'abuse', note: 'Rude replies.', endsAt: null };
  const answer = await page.request.post(`/api/rtm-sys/users/${id}/suspend`, { headers, data: suspension });
  expect(answer.ok()).toBe(true);
  const write = () => person.request.patch('/api/user/profile', { headers, data: { bio: 'I walk.' } });
  expect((await write()).status()).toBe(403);

  await person.goto('/leaderboard');
  const banner = person.getByRole('region', { name: 'About your account' });
  await expect(banner).toContainText('Your account is suspended');
  await looksWell(person);
  await banner.getByRole('link', { name: 'See the decision' }).click();
  const decisions = person.getByRole('region', { name: 'Decisions' });
  await expect(decisions).toContainText('Your account was suspended');
  await expect(decisions).toContainText('Rude replies.');
  await appeal(person, decisions, 'I was quoting a song.');

  await signInAdmin(page, await newAdmin(dataDir, 'moderator'));
  await openAppeal(page, anonymousUsername);
  await expect(page.getByText('An owner has to decide this appeal.')).toBeVisible();
  await signInAdmin(page, await newAdmin(dataDir, 'owner'));
  await openAppeal(page, anonymousUsername);
  await page.getByRole('button', { name: 'Grant' }).click();
  await expect(toast(page, 'Appeal granted')).toBeVisible();
  await expect.poll(async () => (await write()).status()).toBe(200);
  await person.reload();
  await expect(decisions).toContainText('It was granted');
  await expect(banner).toBeHidden();
  await person.context().close();
});

test('a reporter sees that a report was dismissed, and appeals', async ({
  page,
  browser,
  running: { dataDir },
}) => {
  const [owner, reporter] = [await anotherPerson(browser), await anotherPerson(browser)];
  const postId = await publish(owner, newSeed());
  const { id, anonymousUsername } = await (await reporter.request.get('/api/auth/me')).json();
  const report = { category: 'spam', reason: 'It advertises a shop.' };
  await reporter.request.post(`/api/posts/${postId}/report`, { headers, data: report });
  await enterBackOffice(page, dataDir, 'moderator');
  const dismissal = { status: 'dismissed', note: 'No shop is named.', together: false };
  const answer = await page.request.patch(`/api/rtm-sys/reports/${postId}-${id}`, {
    headers,
    data: dismissal,
  });
  expect(answer.ok()).toBe(true);

  await reporter.goto('/account/settings#decisions');
  const decisions = reporter.getByRole('region', { name: 'Decisions' });
  await expect(decisions).toContainText('Your report was dismissed');
  await expect(decisions).toContainText('You reported: “It advertises a shop.”');
  await appeal(reporter, decisions, 'The shop is on the sock.');

  await signInAdmin(page, await newAdmin(dataDir, 'moderator'));
  await openAppeal(page, anonymousUsername);
  await page.getByLabel('Note for the person').fill('It is a brand, not a shop.');
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(toast(page, 'Appeal rejected')).toBeVisible();
  await reporter.reload();
  await expect(decisions).toContainText('It was rejected');
  await expect(decisions).toContainText('It is a brand, not a shop.');
  await Promise.all([owner, reporter].map((person) => person.context().close()));
});
