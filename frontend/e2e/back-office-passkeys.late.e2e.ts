import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type CDPSession, type Page } from '@playwright/test';
import { adminPassword, enterBackOffice, loginPathOf, newAdmin } from './support/admins.ts';
import { seriousFindings } from './support/axe.ts';
import { toast } from './support/community.ts';
import { test } from './support/site.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

/** Gives the page a device that keeps passkeys and verifies its person. */
async function device(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

test('an admin adds a passkey, signs in with it, and removes it', async ({ page, site }) => {
  const username = await newAdmin('moderator');
  // Passkeys are bound to a name: they do not work at IP addresses.
  const local = site.replace('127.0.0.1', 'localhost');
  const login = `${local}${await loginPathOf(page)}`;
  const { cdp, authenticatorId } = await device(page);
  await page.goto(login);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(adminPassword);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(`${local}/rtm-sys/posts`);

  await page.goto(`${local}/rtm-sys/account`);
  await section(page).getByRole('button', { name: 'Add a Passkey…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a Passkey' });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Please enter a name')).toBeVisible();
  await dialog.getByLabel('Name').fill('Office laptop');
  expect(await seriousFindings(page)).toEqual([]);
  // A person whom the device does not recognise.
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The device gave no passkey');
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(section(page).getByText('Added: Office laptop')).toBeVisible();
  // The password alone is no proof any more.
  await section(page).getByRole('button', { name: 'Add a Passkey…' }).click();
  await dialog.getByLabel('Name').fill('Another one');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const again = page.getByRole('dialog', { name: 'Is It Still You?' });
  await expect(again.getByRole('button', { name: 'Continue with a Passkey' })).toBeVisible();
  await expect(again.getByLabel('Password')).toHaveCount(0);
  expect(await seriousFindings(page)).toEqual([]);
  await again.getByRole('button', { name: 'Continue with a Passkey' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This device has a passkey for your login already.');
  await page.keyboard.press('Escape');
  const row = section(page).getByRole('listitem');
  await expect(row).toContainText('Never used');
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(login);
  const signIn = page.getByRole('button', { name: 'Sign In with a Passkey' });
  await expect(signIn).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await signIn.click();
  await expect(toast(page, 'Login failed')).toContainText('The device gave no passkey');
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await signIn.click();
  await expect(toast(page, 'Login successful')).toBeVisible();
  await expect(page).toHaveURL(`${local}/rtm-sys/posts`);
  await expect(page.getByText(username)).toBeVisible();

  await page.goto(`${local}/rtm-sys/account`);
  await expect(row).toContainText('Last used');
  await row.getByRole('button', { name: 'Remove Office laptop' }).click();
  const question = page.getByRole('dialog', { name: 'Remove this passkey?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(section(page).getByText('Removed: Office laptop')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeFocused();
  await expect(row).toHaveCount(0);

  await page.getByRole('button', { name: 'Logout' }).click();
  await signIn.click();
  await expect(toast(page, 'Login failed')).toContainText('This passkey is not valid here.');
  await cdp.detach();
});

test('at an IP address passkeys are not offered, and the page says why', async ({ page, site }) => {
  await page.goto(await loginPathOf(page));
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign In with a Passkey' })).toBeHidden();
  await enterBackOffice(page, 'finance');
  await page.goto('/rtm-sys/account');
  const local = site.replace('127.0.0.1', 'localhost');
  await expect(section(page).getByText(/^Passkeys need/)).toHaveText(
    `Passkeys need an address with a name. Open ${local} instead.`,
  );
  await expect(section(page).getByRole('button')).toHaveCount(0);
});

test('the code for passkeys is in the chunk of the back office alone', async () => {
  const built = path.join(import.meta.dirname, '../dist');
  const folder = path.join(built, 'assets');
  const scripts = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.js'));
  const withPasskeys: string[] = [];
  for (const file of scripts) {
    const text = await readFile(path.join(folder, file), 'utf8');
    if (/navigator\.credentials|PublicKeyCredential/.test(text)) withPasskeys.push(path.basename(file));
  }
  expect(withPasskeys).toHaveLength(1);
  // What pages for visitors load: their routes, and the entry.
  const ofVisitors = await Promise.all(
    ['routes.json', 'index.html'].map((file) => readFile(path.join(built, file), 'utf8')),
  );
  expect(ofVisitors.join()).not.toContain(withPasskeys[0]);
});
