import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { adminPassword } from '../support/admins.ts';
import { seriousFindings } from '../support/axe.ts';
import { known, now, test } from '../support/screen.ts';
import { cookiesFor } from '../support/screen-server.ts';
import { typeNewPassword } from '../support/visitor.ts';

test.use({ viewer: 'moderator' });

const section = (page: Page, name: string) => page.getByRole('region', { name });
/** How high each of the elements begins, without repetitions. */
const topsOf = async (elements: Locator) =>
  new Set(await elements.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top)));
/** The words of an element that stand on two lines. */
const brokenWords = (element: Locator) =>
  element.evaluate((one) => {
    const text = one.firstChild as Text;
    return [...text.data.matchAll(/\S+/g)].flatMap(({ index, 0: word }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length > 1 ? [word] : [];
    });
  });

test('an admin connects an authenticator app, keeps its recovery codes, and disconnects it', async ({
  page,
  api,
}) => {
  const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const address = `otpauth://totp/Footnote:mo?secret=${secret}&issuer=Footnote`;
  const codes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-ijkl-mnop-qrst-uv${index}x`);
  const sendAgain = { message: 'Too old.', code: 'sign_in_again' };
  api.answer('POST /api/rtm-sys/totp/offer', { secret, address, offer: 'an offer' });
  api.refuse('POST /api/rtm-sys/totp', 400, { message: 'Please check the clock of your phone.' });
  await page.goto('/rtm-sys/account');
  const app = section(page, 'Authenticator App');
  await app.getByRole('button', { name: 'Connect an App' }).click();
  await expect(app.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 900 });
  expect(await brokenWords(app.locator('code'))).toEqual([]);
  const connect = app.getByRole('button', { name: 'Connect', exact: true });
  await app.getByLabel('Code', { exact: true }).fill('123456');
  await connect.click();
  await expect(app.getByRole('alert')).toContainText('Please check the clock of your phone');
  api.answer('POST /api/rtm-sys/totp', { recoveryCodes: codes });
  api.answer('GET /api/rtm-sys/me', (admin) => ({ ...admin, hasTotp: true, recoveryCodesLeft: 10 }));
  await connect.click();

  const dialog = page.getByRole('dialog', { name: 'Your Recovery Codes' });
  await expect(dialog.getByRole('listitem')).toHaveText(codes);
  expect(await seriousFindings(page)).toEqual([]);
  // Ten codes of two halves, each whole.
  expect((await topsOf(dialog.locator('li > span'))).size).toBe(20);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect((await topsOf(dialog.locator('li > span'))).size).toBe(10);
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toBe(`${codes.join('\n')}\n`);
  await dialog.getByRole('button', { name: 'I Have Kept Them' }).click();
  await expect(page.getByRole('heading', { name: 'Authenticator App' })).toBeFocused();
  await expect(app).toContainText('Connected. 10 recovery codes left.');

  // The phone is lost: the password and a recovery code replace the app, where the sign-in is too old.
  let isFresh = false;
  for (const operation of ['POST /api/rtm-sys/totp/offer', 'POST /api/rtm-sys/totp/remove'] as const) {
    api.on(operation, async () =>
      isFresh ? undefined : { status: 403, body: { ...sendAgain, requestId: 'a-request' } },
    );
  }
  const again = page.getByRole('dialog', { name: 'Is It Still You?' });
  const proveIt = async (): Promise<void> => {
    await again.getByLabel('Password').fill(adminPassword);
    await again.getByLabel('Code', { exact: true }).fill('123456');
    api.refuse('POST /api/rtm-sys/me/confirm', 400, { message: 'Invalid credentials' });
    await again.getByRole('button', { name: 'Continue' }).click();
    await expect(again.getByText('Invalid credentials')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    api.on('POST /api/rtm-sys/me/confirm', async () => {
      isFresh = true;
      return { status: 204 };
    });
    await again.getByRole('button', { name: 'Continue' }).click();
    await expect(again).toBeHidden();
  };
  await app.getByRole('button', { name: 'Connect Another' }).click();
  await expect(again).toContainText('or a recovery code if it is lost');
  await proveIt();
  await app.getByRole('button', { name: 'Cancel' }).click();
  isFresh = false;
  await app.getByRole('button', { name: 'Disconnect…' }).click();
  await page
    .getByRole('dialog', { name: 'Disconnect the app?' })
    .getByRole('button', { name: 'Disconnect' })
    .click();
  await expect(again).toBeVisible();
  await expect(again).not.toContainText('recovery code');
  await page.setViewportSize({ width: 360, height: 740 });
  api.on('POST /api/rtm-sys/totp/remove', async () => (isFresh ? { status: 204 } : undefined));
  await proveIt();
  await expect(app.getByRole('button', { name: 'Connect an App' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Authenticator App' })).toBeFocused();
});

test('an admin changes the password, and ends a session elsewhere', async ({ page, api }) => {
  const elsewhere = { id: known.act!, device: 'Firefox on Windows', place: null, address: '192.0.2.1' };
  let isOpen = true;
  api.answer('GET /api/rtm-sys/sessions', (own) => [
    ...own,
    ...(isOpen ? [{ ...own[0]!, ...elsewhere, isCurrent: false }] : []),
  ]);
  // It ends the other sessions.
  api.on('PUT /api/rtm-sys/password', async () => {
    isOpen = false;
    return { status: 204 };
  });
  api.on('DELETE /api/rtm-sys/sessions/{id}', async () => {
    isOpen = false;
    return { status: 204 };
  });
  await page.goto('/rtm-sys/account');
  const list = section(page, 'Sessions').getByRole('list').getByRole('listitem');
  await expect(list).toHaveCount(2);
  const form = section(page, 'Change Password');
  await form.getByLabel('Current Password').fill(adminPassword);
  await typeNewPassword(form, 'too short');
  await form.getByRole('button', { name: 'Update Password' }).click();
  await expect(form.getByText('Password must be at least 12 characters')).toBeVisible();
  await typeNewPassword(form, 'eleven snails in the rain');
  await form.getByRole('button', { name: 'Update Password' }).click();
  await expect(form.getByText('Password updated')).toBeVisible();
  await expect(list).toHaveCount(1);
  expect(api.calls('PUT /api/rtm-sys/password').map(({ body }) => body)).toEqual([
    { currentPassword: adminPassword, newPassword: 'eleven snails in the rain' },
  ]);
  isOpen = true;
  await page.reload();
  const sessions = section(page, 'Sessions');
  await sessions.getByRole('button', { name: /^Sign out/ }).click();
  await expect(sessions.getByText(/^Signed out: /)).toBeVisible();
  await expect(list).toHaveCount(1);
  expect(api.calls('DELETE /api/rtm-sys/sessions/{id}')[0]?.params).toEqual({ id: elsewhere.id });
});

test('a passkey is added, removed and asked for by name only, and what the device refuses is said', async ({
  page,
  api,
  site,
}) => {
  const local = site.replace('127.0.0.1', 'localhost');
  await page.goto('/rtm-sys/account');
  const passkeys = section(page, 'Passkeys');
  await expect(passkeys.getByText(/^Passkeys need/)).toHaveText(
    `Passkeys need an address with a name. Open ${local} instead.`,
  );
  await expect(passkeys.getByRole('button')).toHaveCount(0);

  await page.context().addCookies(cookiesFor('moderator', local));
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: false,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
  const bytes = 'AAAAAAAAAAAAAAAAAAAAAA';
  api.answer('POST /api/rtm-sys/passkeys/offer', () => ({
    options: {
      rp: { id: 'localhost', name: 'Footnote' },
      user: { id: bytes, name: 'mo', displayName: 'mo' },
      challenge: bytes,
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: api.calls('POST /api/rtm-sys/passkeys').map(({ body }) => {
        const { response } = body as { response: { id: string } };
        return { type: 'public-key', id: response.id };
      }),
    },
  }));
  const passkey = { id: known.act!, name: 'Office laptop', addedAt: now, usedAt: null };
  api.answer('POST /api/rtm-sys/passkeys', [passkey]);
  api.on('POST /api/rtm-sys/passkeys/{id}/remove', async () => ({ status: 204 }));
  await page.goto(`${local}/rtm-sys/account`);
  await passkeys.getByRole('button', { name: 'Add a Passkey…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a Passkey' });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Please enter a name')).toBeVisible();
  await dialog.getByLabel('Name').fill('Office laptop');
  expect(await seriousFindings(page)).toEqual([]);
  // A person whom the device does not recognise.
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The device gave no passkey');
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(passkeys.getByText('Added: Office laptop')).toBeVisible();
  const row = passkeys.getByRole('listitem');
  await expect(row).toContainText('Never used');
  expect(await seriousFindings(page)).toEqual([]);

  await passkeys.getByRole('button', { name: 'Add a Passkey…' }).click();
  await dialog.getByLabel('Name').fill('Another one');
  // The password alone is no proof any more.
  let isFresh = false;
  const body = { message: 'Too old.', code: 'sign_in_again', requestId: 'a-request' };
  api.on('POST /api/rtm-sys/passkeys/offer', async () => (isFresh ? undefined : { status: 403, body }));
  const challenge = { challenge: bytes, rpId: 'localhost', userVerification: 'required' };
  api.answer('POST /api/rtm-sys/login/passkey/offer', { options: challenge });
  api.on('POST /api/rtm-sys/me/confirm', async () => {
    isFresh = true;
    return { status: 204 };
  });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const again = page.getByRole('dialog', { name: 'Is It Still You?' });
  await expect(again.getByRole('button', { name: 'Continue with a Passkey' })).toBeVisible();
  await expect(again.getByLabel('Password')).toHaveCount(0);
  expect(await seriousFindings(page)).toEqual([]);
  await again.getByRole('button', { name: 'Continue with a Passkey' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This device has a passkey for your login already.');
  const { response } = api.calls('POST /api/rtm-sys/passkeys')[0]!.body as { response: { id: string } };
  const [confirmed] = api.calls('POST /api/rtm-sys/me/confirm');
  expect(confirmed?.body).toMatchObject({ response: { id: response.id, type: 'public-key' } });
  api.answer('GET /api/rtm-sys/passkeys', () =>
    api.calls('POST /api/rtm-sys/passkeys/{id}/remove').length > 0 ? [] : [{ ...passkey, usedAt: now }],
  );
  await page.reload();
  await expect(row).toContainText('Last used');
  await row.getByRole('button', { name: 'Remove Office laptop' }).click();
  await page
    .getByRole('dialog', { name: 'Remove this passkey?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(passkeys.getByText('Removed: Office laptop')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeFocused();
  await expect(row).toHaveCount(0);
  await cdp.detach();
});
