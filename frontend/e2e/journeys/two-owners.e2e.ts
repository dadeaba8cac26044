import { expect, type Page } from '@playwright/test';
import { adminPassword, chooseInMenu, newAdmin, rowsOf, signInAdmin } from '../support/admins.ts';
import { me } from '../support/api.ts';
import { toast } from '../support/community.ts';
import { moveClock } from '../support/server.ts';
import { test } from '../support/site.ts';

test.use({ program: 'moving' });

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

test('a person is deleted once a second owner confirms it, in another browser than the one who asked', async ({
  page,
  newBrowser,
  otherPage: person,
  post: id,
}) => {
  const { anonymousUsername: name } = await me(person);
  const [first, second] = [await newAdmin('owner'), await newAdmin('owner')];
  await moveClock(DAY_MS);
  await signInAdmin(page, first);
  await moveClock(11 * MINUTE_MS);
  await page.goto(`/rtm-sys/users?search=${name}`);
  await chooseInMenu(rowsOf(page, 'users').filter({ hasText: name }), 'Delete…');
  const dialog = page.getByRole('dialog', { name: `Delete Person: ${name}` });
  await dialog.getByRole('radio', { name: 'Insults or harassment' }).check();
  await dialog.getByRole('button', { name: 'Delete Person' }).click();
  // The sign-in is too old: the call is repeated after the password.
  const again = page.getByRole('dialog', { name: 'Is It Still You?' });
  await again.getByLabel('Password').fill(adminPassword);
  await again.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, 'Another owner must confirm this')).toBeVisible();
  await page.goto('/rtm-sys/admins');
  await expect(page.getByRole('list', { name: 'Proposals' })).toContainText('You asked');

  const confirm = async (asking: Page): Promise<void> => {
    await signInAdmin(asking, second);
    await asking.goto('/rtm-sys/admins');
    await expect(asking.getByRole('list', { name: 'Proposals' })).toContainText(`Asked by ${first}`);
    await asking.getByRole('button', { name: `Confirm: Delete a person: ${name}` }).click();
    const question = asking.getByRole('dialog', { name: 'Confirm This Act?' });
    await question.getByLabel('Password').fill(adminPassword);
    await question.getByRole('button', { name: 'Confirm' }).click();
  };
  await confirm(page);
  await expect(page.getByText(/^Use another browser/)).toBeVisible();
  expect((await person.request.get(`/api/posts/${id}`)).status()).toBe(200);
  const other = await newBrowser();
  await confirm(other);
  await expect(toast(other, 'Confirmed')).toBeVisible();
  await person.goto('/my-posts');
  await expect(person).toHaveURL(/\/login/);
  expect((await person.request.get(`/api/posts/${id}`)).status()).toBe(404);
});
