import { expect, type Page } from '@playwright/test';
import { enterBackOffice, newAdmin, rowsOf, signInAdmin } from './support/admins.ts';
import { call, me } from './support/api.ts';
import { expectWellAtWidths } from './support/axe.ts';
import { report, toast } from './support/community.ts';
import { test } from './support/site.ts';
import { publish } from './support/visitor.ts';

const looksWell = (page: Page) => expectWellAtWidths(page, [360, 1440]);

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
  otherPage: owner,
  post: id,
}) => {
  const { anonymousUsername } = await me(owner);
  const first = await enterBackOffice(page, 'moderator');
  const decision = { isPublic: false, reason: 'identifies', note: 'A street sign can be read.' };
  expect((await call(page, 'PATCH', `/api/rtm-sys/posts/${id}`, decision)).ok()).toBe(true);

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

  await signInAdmin(page, await newAdmin('moderator'));
  await page.goto('/rtm-sys/appeals?outcome=waiting');
  const row = rowsOf(page, 'appeals').filter({ hasText: anonymousUsername });
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
});

test('a suspended person gets from the banner to the appeal, and writes again once it is granted', async ({
  owner: page,
  otherPage: person,
}) => {
  const { id, anonymousUsername } = await me(person);
  const suspension = { reason: 'abuse', note: 'Rude replies.', endsAt: null };
  const answer = await call(page, 'POST', `/api/rtm-sys/users/${id}/suspend`, suspension);
  expect(answer.ok()).toBe(true);
  const write = () => call(person, 'PATCH', '/api/user/profile', { bio: 'I walk.' });
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

  await signInAdmin(page, await newAdmin('moderator'));
  await openAppeal(page, anonymousUsername);
  await expect(page.getByText('An owner has to decide this appeal.')).toBeVisible();
  await signInAdmin(page, await newAdmin('owner'));
  await openAppeal(page, anonymousUsername);
  await page.getByRole('button', { name: 'Grant' }).click();
  await expect(toast(page, 'Appeal granted')).toBeVisible();
  await expect.poll(async () => (await write()).status()).toBe(200);
  await person.reload();
  await expect(decisions).toContainText('It was granted');
  await expect(banner).toBeHidden();
});

test('a reporter sees that a report was dismissed, and appeals', async ({
  moderator: page,
  otherPage: reporter,
  newPerson,
}) => {
  const postId = await publish(await newPerson());
  const { id, anonymousUsername } = await me(reporter);
  await report(reporter, postId, 'It advertises a shop.');
  const dismissal = { status: 'dismissed', note: 'No shop is named.', together: false };
  const answer = await call(page, 'PATCH', `/api/rtm-sys/reports/${postId}-${id}`, dismissal);
  expect(answer.ok()).toBe(true);

  await reporter.goto('/account/settings#decisions');
  const decisions = reporter.getByRole('region', { name: 'Decisions' });
  await expect(decisions).toContainText('Your report was dismissed');
  await expect(decisions).toContainText('You reported: “It advertises a shop.”');
  await appeal(reporter, decisions, 'The shop is on the sock.');

  await signInAdmin(page, await newAdmin('moderator'));
  await openAppeal(page, anonymousUsername);
  await page.getByLabel('Note for the person').fill('It is a brand, not a shop.');
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(toast(page, 'Appeal rejected')).toBeVisible();
  await reporter.reload();
  await expect(decisions).toContainText('It was rejected');
  await expect(decisions).toContainText('It is a brand, not a shop.');
});
