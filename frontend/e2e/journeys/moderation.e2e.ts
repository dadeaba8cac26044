import { expect, type Locator, type Page } from '@playwright/test';
import { chooseInMenu, enterBackOffice, openReview, rowOfPost, rowsOf } from '../support/admins.ts';
import { me } from '../support/api.ts';
import { commentBy, open, report, toast } from '../support/community.ts';
import { test } from '../support/site.ts';

/** Presses a key, and gives the reason that its dialog asks for. */
async function decide(page: Page, key: string, reason: string, note: string): Promise<void> {
  await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: reason }).check();
  await dialog.getByLabel('Note').fill(note);
  await dialog.getByRole('button', { name: /^(Hide|Escalate)$/ }).click();
  await expect(dialog).toBeHidden();
}

/** Appeals the decision in this part of the page. */
async function appeal(page: Page, place: Locator, text: string): Promise<void> {
  await place.getByRole('button', { name: 'Appeal…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Appeal the Decision' });
  await dialog.getByLabel('Why is the decision wrong?').fill(text);
  await dialog.getByRole('button', { name: 'Send Appeal' }).click();
  await expect(toast(page, 'Appeal sent')).toBeVisible();
}

/** Grants the appeal of this person, as the admin of the page. */
async function grant(page: Page, username: string, note: string): Promise<void> {
  await page.goto('/rtm-sys/appeals?outcome=waiting');
  await page.getByRole('link', { name: `Open the appeal by ${username}` }).click();
  await page.getByLabel('Note for the person').fill(note);
  await page.getByRole('button', { name: 'Grant' }).click();
  await expect(toast(page, 'Appeal granted')).toBeVisible();
}

test('a member reports a post, a moderator hides it, its owner appeals, and another moderator undoes it', async ({
  page,
  other: author,
  post: id,
  newBrowser,
  newPerson,
}) => {
  const { anonymousUsername } = await me(author);
  const reporter = await newBrowser(await newPerson());
  await open(reporter, id);
  await reporter.getByRole('button', { name: 'Report', exact: true }).click();
  const form = reporter.getByRole('dialog', { name: 'Report Post' });
  await form.getByRole('radio', { name: 'It shows a face or identifies somebody' }).check();
  await form.getByRole('button', { name: 'Submit Report' }).click();
  await expect(toast(reporter, 'Report submitted')).toBeVisible();

  const name = await enterBackOffice(page, 'moderator');
  await page.goto('/rtm-sys/queue');
  await rowOfPost(page, 'posts to review', id).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('It shows a face or identifies somebody')).toBeVisible();
  await decide(page, 'h', 'Shows a face or identifies a person', 'A street sign can be read.');
  await expect(toast(page, 'Post hidden')).toBeVisible();
  await reporter.goto('/account/settings#decisions');
  await expect(reporter.getByRole('region', { name: 'Decisions' })).toContainText(
    'It shows a face or identifies somebody',
  );
  expect((await reporter.request.get(`/api/posts/${id}`)).status()).toBe(404);

  const owner = await newBrowser(author);
  await owner.goto(`/post/${id}`);
  const notice = owner.getByRole('region', { name: 'About this post' });
  await expect(notice).toContainText('A street sign can be read.');
  await appeal(owner, notice, 'The sign is from a film.');
  await page.goto('/rtm-sys/appeals?outcome=waiting');
  await page.getByRole('link', { name: `Open the appeal by ${anonymousUsername}` }).click();
  await expect(page.getByText('This appeal is about your own decision.')).toBeVisible();

  await enterBackOffice(page, 'moderator');
  await grant(page, anonymousUsername, 'You are right, sorry.');
  await reporter.goto(`/post/${id}`);
  await expect(reporter.getByRole('heading', { name: /^Current Rating/ })).toBeVisible();
  await owner.goto('/account/settings#decisions');
  await expect(owner.getByRole('region', { name: 'Decisions' })).toContainText(
    /Undone.*You are right, sorry\./s,
  );
  await page.goto(`/rtm-sys/audit?subject=post:${id}&role=moderator`);
  const lines = page.getByRole('grid', { name: 'lines' });
  await expect(lines).toContainText(
    new RegExp(`granted the appeal of ${anonymousUsername}.*${name} hid post .* from all but its owner`, 's'),
  );
});

test('a hidden post is kept for its owner until a moderator shows it again, and an escalated one for nobody', async ({
  page,
  otherPage: author,
  post: id,
  newPerson,
  newBrowser,
}) => {
  const statusFor = async (asking: Page) => (await asking.request.get(`/api/posts/${id}`)).status();
  await report(await newPerson(), id, 'Look at this.', 'explicit');
  await enterBackOffice(page, 'moderator');
  await openReview(page, id);
  await decide(page, 'h', 'Shows something other than feet', 'A hub on a nap.');
  await author.goto('/my-posts');
  await expect(author.getByRole('article')).toContainText('Shows something other than feet');
  await author.getByRole('article').getByRole('link').first().click();
  await expect(author.getByRole('region', { name: 'About this post' })).toContainText('“A hub on a nap.”');
  expect([await statusFor(author), await statusFor(page)]).toEqual([200, 404]);

  await page.keyboard.press('u');
  await expect(toast(page, 'Decision undone')).toBeVisible();
  await author.reload();
  await expect(author.getByRole('region', { name: 'About this post' })).toBeHidden();
  expect(await statusFor(page)).toBe(200);

  await expect(page.getByText('Look at this.')).toBeVisible();
  // Only what was seen is escalated.
  await page.keyboard.press('e');
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled();
  await decide(page, 'e', 'Violence or unlawful content', 'Reported to the police.');
  await expect(toast(page, 'Post escalated')).toBeVisible();
  expect([await statusFor(author), await statusFor(page)]).toEqual([404, 404]);
  await page.goto(`/rtm-sys/post/${id}`);
  await expect(page.getByRole('heading', { name: 'Post not found' })).toBeVisible();

  const owner = await newBrowser();
  await enterBackOffice(owner, 'owner');
  await owner.goto('/rtm-sys/posts?status=escalated');
  await rowOfPost(owner, 'posts', id)
    .getByRole('link', { name: /^Open the post/ })
    .click();
  await owner.getByRole('button', { name: 'Lift the Hold…' }).click();
  const question = owner.getByRole('dialog', { name: 'Lift This Legal Hold?' });
  await question.getByLabel('Reason').fill('It is legal.');
  await question.getByRole('button', { name: 'Lift the Hold' }).click();
  await expect(toast(owner, 'Undone')).toBeVisible();
  await author.goto('/my-posts');
  await expect(author.locator(`a[href="/post/${id}"]`).first()).toBeVisible();
});

test('a suspended person sees why, cannot write, appeals, and writes again once an owner grants it', async ({
  page,
  otherPage: person,
  post: id,
}) => {
  const { anonymousUsername: name } = await me(person);
  await open(person, id);
  await enterBackOffice(page, 'owner');
  await page.goto(`/rtm-sys/users?search=${name}`);
  const row = rowsOf(page, 'users').filter({ hasText: name });
  await chooseInMenu(row, 'Suspend…');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Insults or harassment' }).check();
  await dialog.getByLabel('Note').fill('Rude replies.');
  await dialog.getByLabel('Until the end of').fill('2999-12-01');
  await dialog.getByLabel('Hide their posts until then').check();
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(toast(page, 'User suspended')).toBeVisible();
  await expect(row).toContainText('Suspended until 1 December 2999');
  const isShown = async () => (await page.request.get(`/api/posts/${id}`)).ok();
  await expect.poll(isShown).toBe(false);

  await person.getByLabel('Add a comment').fill('I was quoting a song.');
  await person.getByRole('button', { name: 'Post Comment' }).click();
  await expect(toast(person, 'Failed to post comment')).toContainText('Rude replies.');
  await person.goto('/leaderboard');
  const banner = person.getByRole('region', { name: 'About your account' });
  await expect(banner).toContainText('Your account is suspended until 1 December 2999');
  await banner.getByRole('link', { name: 'See the decision' }).click();
  const decisions = person.getByRole('region', { name: 'Decisions' });
  const decision = decisions.getByRole('listitem').filter({ hasText: 'Your account was suspended' });
  await expect(decision).toContainText('Rude replies.');
  await appeal(person, decision, 'I was quoting a song.');

  await enterBackOffice(page, 'owner');
  await grant(page, name, 'It is a fine song.');
  await expect.poll(isShown).toBe(true);
  await person.reload();
  await expect(decisions).toContainText('It is a fine song.');
  await expect(banner).toBeHidden();
  await person.goto(`/post/${id}`);
  await person.getByLabel('Add a comment').fill('I am back.');
  await person.getByRole('button', { name: 'Post Comment' }).click();
  await expect(commentBy(person, 'I am back.')).toBeVisible();
});
