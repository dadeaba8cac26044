import { expect } from '@playwright/test';
import { adminPassword, codeAt, loginPathOf } from '../support/admins.ts';
import { toast } from '../support/community.ts';
import { moveClock } from '../support/server.ts';
import { test } from '../support/site.ts';
import { invitationLink, newEmail } from '../support/visitor.ts';

const PERIOD_MS = 30_000;

test('an invited admin makes a login, connects an app, and signs in with its code and then with a passkey', async ({
  owner,
  newBrowser,
  site,
}) => {
  await owner.goto('/rtm-sys/admins');
  const email = newEmail();
  await owner.getByLabel('Email').fill(email);
  await owner.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(owner.getByRole('list', { name: 'Open invitations' })).toContainText('w•••@e•••.org');
  const { pathname, search } = new URL(await invitationLink(email));

  // Passkeys are bound to a name: they do not work at IP addresses.
  const local = site.replace('127.0.0.1', 'localhost');
  const page = await newBrowser();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
  await page.goto(`${local}${pathname}${search}`);
  const username = `guest-${email.slice(7, 24)}`;
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(adminPassword);
  await page.getByLabel('Confirm Password').fill(adminPassword);
  await page.getByRole('button', { name: 'Create Login' }).click();
  await expect(toast(page, 'Your login is ready')).toBeVisible();
  const signIn = async (): Promise<void> => {
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill(adminPassword);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  };
  await signIn();
  await expect(page).toHaveURL(`${local}/rtm-sys/posts`);

  await page.goto(`${local}/rtm-sys/account`);
  const app = page.getByRole('region', { name: 'Authenticator App' });
  await app.getByRole('button', { name: 'Connect an App' }).click();
  const secret = (await app.locator('code').innerText()).replaceAll(' ', '');
  await app.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()));
  await app.getByRole('button', { name: 'Connect', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Your Recovery Codes' })
    .getByRole('button', { name: 'I Have Kept Them' })
    .click();
  await page.getByRole('button', { name: 'Logout' }).click();
  const login = `${local}${await loginPathOf(owner)}`;
  await expect(page).toHaveURL(login);

  await signIn();
  // A code works once: the clock moves on to the next one.
  await moveClock(PERIOD_MS);
  await page.getByLabel('Code').fill(codeAt(secret, Date.now() + PERIOD_MS));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${local}/rtm-sys/posts`);
  await page.goto(`${local}/rtm-sys/account`);
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByRole('button', { name: 'Add a Passkey…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a Passkey' });
  await dialog.getByLabel('Name').fill('Office laptop');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(passkeys.getByText('Added: Office laptop')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();

  await page.getByRole('button', { name: 'Sign In with a Passkey' }).click();
  await expect(page).toHaveURL(`${local}/rtm-sys/posts`);
  await expect(page.getByText(username)).toBeVisible();
  await moveClock(-PERIOD_MS);
  await owner.reload();
  await expect(owner.getByRole('list', { name: 'Admins' })).toContainText(username);
});
