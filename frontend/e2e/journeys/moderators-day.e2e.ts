import { expect, type Page } from '@playwright/test';
import { adminPassword, enterBackOffice, loginPathOf, newAdmin } from '../support/admins.ts';
import { call, me } from '../support/api.ts';
import { report, tabTo, toast } from '../support/community.ts';
import { test } from '../support/site.ts';
import { editProfile, publish } from '../support/visitor.ts';

/** Opens the page of a person in another tab, from the link that has the focus. */
async function openPerson(page: Page, name: string): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Enter');
  const person = await opened;
  await expect(person.getByRole('heading', { level: 1, name })).toBeVisible();
  return person;
}

/** Asserts that the next review is open, after this many decisions. */
async function expectNext(page: Page, decided: number): Promise<void> {
  await expect(page.getByText(new RegExp(`^${decided} of \\d+ decided$`))).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: /^(Post|Comment|Profile) / })).toBeFocused();
  await expect(page.getByRole('group', { name: 'Decide' })).toHaveAttribute('aria-busy', 'false');
}

test('an owner handles a reported person from the login to an undone strike by keyboard alone', async ({
  page,
  other: author,
  post: id,
  newPerson,
}) => {
  const { anonymousUsername: name } = await me(author);
  await report(await newPerson(), id, 'Who is this?', 'minor');
  const username = await newAdmin('owner');
  await page.goto(await loginPathOf(page));
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type(username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(adminPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/rtm-sys/posts');
  await expect(page.getByRole('link', { name: /^Review \d+ Waiting$/ })).toBeFocused();
  await page.keyboard.press('Enter');

  await expectNext(page, 0);
  await expect(page.getByText('Who is this?')).toBeVisible();
  await tabTo(page, new RegExp(name));
  const person = await openPerson(page, name);
  await page.keyboard.press('m');
  await page.keyboard.press('6');
  await expect(toast(page, 'Post deleted')).toBeVisible();
  expect((await author.request.get(`/api/posts/${id}`)).ok()).toBe(true);

  await tabTo(person, /^Strike…/);
  await person.keyboard.press('Enter');
  const strike = person.getByRole('dialog', { name: /^Give a Strike/ });
  await expect(strike.getByRole('radio').first()).toBeFocused();
  await person.keyboard.press('Space');
  await tabTo(person, /^Give a Strike$/);
  await person.keyboard.press('Enter');
  await expect(strike).toBeHidden();
  await expect(person.getByText('1 strike', { exact: true })).toBeVisible();
  await tabTo(person, /^Undo: Strike 1/);
  await person.keyboard.press('Enter');
  const undo = person.getByRole('dialog');
  await expect(undo.getByLabel('Reason')).toBeFocused();
  await person.keyboard.type('It was the first time.');
  await tabTo(person, /^Undo$/);
  await person.keyboard.press('Enter');
  await expect(toast(person, 'Undone')).toBeVisible();
  await expect(person.getByText('1 strike', { exact: true })).toBeHidden();
});

test('a moderator withholds a reported profile, and leaves strikes to owners', async ({
  page,
  other: person,
  newPerson,
}) => {
  const { id, anonymousUsername } = await me(person);
  await editProfile(person, { bio: 'Buy my socks.' });
  const said = { category: 'spam', reason: 'Only advertising.' };
  expect((await call(await newPerson(), 'POST', `/api/users/${id}/report`, said)).ok()).toBe(true);
  await enterBackOffice(page, 'moderator');
  await page.goto(`/rtm-sys/review?post=${id}`);
  await expectNext(page, 0);
  await expect(page.getByText('Only advertising.')).toBeVisible();
  await tabTo(page, new RegExp(anonymousUsername));
  const opened = await openPerson(page, anonymousUsername);
  await expect(opened.getByRole('button', { name: /^Withhold/ })).toBeVisible();
  await expect(opened.getByRole('button', { name: /^(Strike|Suspend|Delete)/ })).toHaveCount(0);
  // There is one part to withhold.
  await page.keyboard.press('h');
  await page.keyboard.press('7');
  await expect(toast(page, 'Profile withheld')).toBeVisible();
  const shown = async () => (await (await page.request.get(`/api/users/${id}`)).json()).user.bio;
  await expect.poll(shown).toBeNull();
  // While the next one is claimed, keys do nothing.
  await expect(page.getByRole('group', { name: 'Decide' })).toHaveAttribute('aria-busy', 'false');
  await page.keyboard.press('u');
  await expect(toast(page, 'Decision undone')).toBeVisible();
  await expect.poll(shown).toBe('Buy my socks.');
});

test('twenty decisions take two keys and three calls in the median', async ({ page, newPerson }) => {
  const [author, second, reporter] = [await newPerson(), await newPerson(), await newPerson()];
  for (let number = 0; number < 21; number += 1) {
    const id = await publish(number < 10 ? author : second);
    if (number % 2 === 0) await report(reporter, id, 'Socks.');
  }
  await enterBackOffice(page, 'moderator');
  let calls = 0;
  let keys = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/rtm-sys/')) calls += 1;
  });
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await page.goto('/rtm-sys/review');
  await expectNext(page, 0);
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  const counts: { keys: number; calls: number }[] = [];
  while (counts.length < 20) {
    [calls, keys] = [0, 0];
    const mayBe = (act: RegExp) => page.getByRole('button', { name: act }).isVisible();
    const isReported = await mayBe(/^Dismiss Reports/);
    // An earlier test may have left a profile.
    const wanted = isReported ? ((await mayBe(/^Delete/)) ? ['m', '7'] : ['x']) : ['a', 'a'];
    for (const key of wanted) {
      await press(key);
      // The second key counts once the picture is loaded.
      if (key === 'a' && keys === 1) await expect(approve).toBeEnabled();
    }
    await expectNext(page, counts.length + 1);
    counts.push({ keys, calls });
  }
  const median = (of: 'keys' | 'calls') =>
    counts.map((one) => one[of]).toSorted((one, next) => one - next)[10]!;
  expect(median('keys')).toBeLessThanOrEqual(2);
  expect(median('calls')).toBeLessThanOrEqual(3);
});
