import { expect, type Page } from '@playwright/test';
import type { User } from '../../src/api/generated/schema.d.ts';
import { expectWellAtWidths } from '../support/axe.ts';
import { toast } from '../support/community.ts';
import { noteFocus } from '../support/passing.ts';
import { me } from '../support/screen-answers.ts';
import { test } from '../support/screen.ts';
import { newEmail, password, profileMenu, typeNewPassword } from '../support/visitor.ts';

const token = 'a'.repeat(86);
const spent = { code: 'invalid', message: 'This link is not valid any more.' };
const tooCommon = ['This password is too common.'];
const common = {
  code: 'invalid',
  message: tooCommon[0]!,
  errors: { password: tooCommon, newPassword: tooCommon },
};
const login = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Login' });

test.describe('the link of a verification', () => {
  const address = `/verify-email?token=${token}`;

  test('asks for the password in another browser, or for a new one', async ({ page, api }) => {
    const asked = { code: 'password_required', message: 'Please enter the password of QuietOtter1234.' };
    api.refuse('POST /api/auth/verify-email', 403, asked);
    const focused = await noteFocus(page);
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Enter Your Password' })).toBeFocused();
    await expect(page.getByText(asked.message)).toBeVisible();
    await expect(profileMenu(page)).toBeHidden();
    await expectWellAtWidths(page, [360, 1440]);
    const verify = page.getByRole('button', { name: 'Verify Email' });
    await verify.click();
    await expect(page.getByText('Please enter your password')).toBeVisible();
    const wrong = 'This is not the password of the account.';
    const errors = { password: [wrong] };
    api.refuse('POST /api/auth/verify-email', 400, { message: wrong, errors });
    await page.getByLabel('Password').fill('not the password');
    await verify.click();
    await expect(page.getByText(wrong)).toBeVisible();
    await expect(page.getByLabel('Password')).toBeFocused();

    await page.getByRole('button', { name: 'I Do Not Know the Password' }).click();
    await expect(page.getByRole('heading', { name: 'Set a New Password' })).toBeFocused();
    await expectWellAtWidths(page, [360, 1440]);
    const set = page.getByRole('button', { name: 'Set Password and Verify' });
    await set.click();
    await expect(page.getByText('Please fill in all fields')).toBeVisible();
    api.refuse('POST /api/auth/verify-email', 400, common);
    await typeNewPassword(page, 'password123');
    await set.click();
    await expect(page.getByText(common.message)).toBeVisible();
    api.answer('POST /api/auth/verify-email', me, { as: 'member' });
    await typeNewPassword(page, password);
    await set.click();
    await focused('Email Verified!');
    await expect(page).toHaveURL('/');
    await expect(profileMenu(page)).toBeVisible();
    expect(api.calls('POST /api/auth/verify-email').at(-1)?.body).toEqual({ token, newPassword: password });
  });

  test('signs nobody in if the answer has no user', async ({ page, api }) => {
    api.on('POST /api/auth/verify-email', async () => ({ status: 200, body: {} }));
    await page.goto(address);
    await expect(page.getByRole('alert')).toHaveText('Invalid response from server');
    await expect(login(page)).toBeVisible();
    await expect(profileMenu(page)).toBeHidden();
  });

  test('signs in, although a session check from before it answers later', async ({
    page,
    api,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'member', value: '1', url: baseURL! }]);
    const { promise: verified, resolve: release } = Promise.withResolvers<void>();
    api.on('GET /api/auth/me', async () => {
      await verified;
      return { status: 401, body: {} };
    });
    api.on('POST /api/auth/verify-email', async () => {
      await expect.poll(() => api.calls('GET /api/auth/me').length).toBe(1);
      return { status: 200, body: me, as: 'member' };
    });
    const focused = await noteFocus(page);
    await page.goto(address);
    await focused('Email Verified!');
    api.answer('GET /api/auth/me', me);
    release();
    await expect(page).toHaveURL('/');
    await expect(profileMenu(page)).toBeVisible();
  });

  test.describe('of another account than the one that is signed in', () => {
    test.use({ viewer: 'member' });

    test('never ends that session without asking', async ({ page, api }) => {
      api.refuse('POST /api/auth/verify-email', 403, { code: 'password_required' });
      await page.goto(address);
      await expect(page.getByText('If you verify, you are logged out of that account here.')).toBeVisible();
      const sent = () => api.calls('POST /api/auth/verify-email').at(-1)?.body;
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Verify Email' }).click();
      await expect.poll(sent).toEqual({ token, password, replaceSession: true });

      // As in the browser that registered.
      api.refuse('POST /api/auth/verify-email', 409, { code: 'other_session' });
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Switch Account?' })).toBeFocused();
      await expectWellAtWidths(page, [360, 1440]);
      await page.getByRole('link', { name: 'Stay Logged In' }).click();
      await expect(page).toHaveURL('/');
      await page.goto(address);
      await expect(page.getByRole('heading', { name: 'Switch Account?' })).toBeFocused();
      api.answer('POST /api/auth/verify-email', me);
      await page.getByRole('button', { name: 'Verify and Switch' }).click();
      await expect(page).toHaveURL('/');
      expect(sent()).toEqual({ token, replaceSession: true });
    });

    test('that does not work changes nothing, and says so where one would register', async ({
      page,
      api,
    }) => {
      api.refuse('POST /api/auth/verify-email', 400, spent);
      await page.goto(address);
      await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
      await expect(profileMenu(page)).toBeVisible();
      await expect(login(page)).toBeHidden();
      await page.getByRole('link', { name: 'Register Again' }).click();
      await expect(page).toHaveURL('/');
      await expect(toast(page, 'You are logged in')).toContainText(
        'Log out first to register another account.',
      );
    });

    test('that does not work shows the end of a session that has ended meanwhile', async ({ page, api }) => {
      api.on('POST /api/auth/verify-email', async () => {
        await expect(profileMenu(page)).toBeVisible();
        api.refuse('GET /api/auth/me', 401);
        return { status: 400, body: spent };
      });
      await page.goto(address);
      await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
      await expect(login(page)).toBeVisible();
      await expect(profileMenu(page)).toBeHidden();
    });

    test('leads a person with a mistyped address to a correction, or to another account', async ({
      page,
      api,
    }) => {
      const right = newEmail();
      const pending: User = { ...me, emailVerified: false };
      api.answer('GET /api/auth/me', pending);
      api.refuse('POST /api/auth/verify-email', 400, spent);
      await page.goto(address);
      await expect(page.getByText(`${me.email} is waiting for verification.`)).toBeVisible();
      await expect(page.getByLabel('Email', { exact: true })).toHaveValue(me.email);
      await page.getByRole('link', { name: 'Register Again' }).click();

      await expect(page).toHaveURL('/register');
      await expect(page.getByRole('heading', { name: 'You Are Registered' })).toBeVisible();
      await expectWellAtWidths(page, [360, 1440]);
      const change = page.getByRole('button', { name: 'Change Email' });
      await change.click();
      await expect(page.getByText('Please enter your email address')).toBeVisible();
      const same = 'This is your email address already';
      api.refuse('PUT /api/auth/email', 400, { message: same, errors: { email: [same] } });
      await page.getByLabel('New Email').fill(me.email);
      await change.click();
      await expect(page.getByText(same)).toBeVisible();
      api.answer('PUT /api/auth/email', { ...pending, email: right });
      await page.getByLabel('New Email').fill(right);
      await change.click();
      await expect(page.getByText(`We sent a link to ${right}.`)).toBeVisible();
      await expect(page.getByText(`${right} is waiting for verification.`)).toBeVisible();

      api.answer('POST /api/auth/logout', undefined, { status: 204, as: 'visitor' });
      await page.getByRole('button', { name: 'Log Out and Register Another Account' }).click();
      await expect(page.getByRole('heading', { name: 'Register', exact: true })).toBeVisible();
      expect(api.calls('POST /api/auth/logout')).toHaveLength(1);
    });
  });
});

test.describe('the link that resets a password', () => {
  test('comes by mail, and is asked for again if it is incomplete', async ({ page, api }) => {
    for (const search of ['', '?token=no-good']) {
      await page.goto(`/reset-password${search}`);
      await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible();
    }
    await page.getByRole('link', { name: 'Request New Link' }).click();
    await expect(page).toHaveURL('/forgot-password');
    const submit = page.getByRole('button', { name: 'Send Reset Link' });
    await submit.click();
    await expect(page.getByText('Please enter your email address')).toBeVisible();
    const message = 'If an account exists, a password reset email has been sent.';
    api.answer('POST /api/auth/forgot-password', { message });
    await page.getByLabel('Email').fill(newEmail());
    await submit.click();
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeFocused();
    await expect(page.getByText(message)).toBeVisible();
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await expect(page).toHaveURL('/login');
  });

  test('opens a form that names its faults, and leads a signed-in person to the login, too', async ({
    page,
    api,
  }) => {
    await api.become('member');
    const focused = await noteFocus(page);
    await page.goto(`/reset-password?token=${token}`);
    const submit = page.getByRole('button', { name: 'Reset Password' });
    const [chosen, again] = [
      page.getByLabel('New Password', { exact: true }),
      page.getByLabel('Confirm New Password'),
    ];
    await submit.click();
    await expect(page.getByText('Please fill in all fields')).toBeVisible();
    await chosen.fill('short');
    await again.fill('other');
    await submit.click();
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await again.fill('short');
    await submit.click();
    await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
    api.refuse('POST /api/auth/reset-password', 400, common);
    await typeNewPassword(page, 'password123');
    await submit.click();
    const refusal = page.getByText(common.message);
    await expect(refusal).toHaveCount(1);
    await chosen.fill('password123 and more');
    await expect(refusal).toHaveCount(0);
    api.refuse('POST /api/auth/reset-password', 400, spent);
    await typeNewPassword(page, password);
    await submit.click();
    await expect(page.getByRole('alert')).toContainText(spent.message);
    await expect(page.getByRole('link', { name: 'Request New Link' })).toBeVisible();

    api.answer('POST /api/auth/reset-password', { success: true });
    api.answer('POST /api/auth/logout', undefined, { status: 204, as: 'visitor' });
    await submit.click();
    await focused('Password Reset!');
    await expect(page).toHaveURL('/login');
    await expect(login(page)).toBeVisible();
    expect(api.calls('POST /api/auth/logout')).toHaveLength(1);
  });
});

test.describe('the link that ends mails', () => {
  // It works without a login and without the age gate.
  test.use({ isOfAge: false });
  const address = `/unsubscribe?token=${token}`;

  test('asks first, because mail programs open links, and can be retried', async ({ page, api }) => {
    let isLost = true;
    api.on('GET /api/unsubscribe', async () => {
      if (isLost) return null;
      return { status: 200, body: { kinds: ['rating', 'comment', 'achievements', 'boosts'] } };
    });
    await page.goto(address);
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
    isLost = false;
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'Unsubscribe?', level: 1 })).toBeFocused();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
      'New ratings of your posts',
      'New comments and replies',
      'Achievements of your posts',
      'Boosts of yours that end soon',
    ]);
    await expectWellAtWidths(page);
    expect(api.calls('POST /api/unsubscribe')).toEqual([]);
    api.on('POST /api/unsubscribe', async () => ({ status: 500 }));
    await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter');
    await expect(page.getByRole('alert')).toHaveText('That did not work. Please try again.');
    api.answer('POST /api/unsubscribe', { message: 'You are unsubscribed.' });
    await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeFocused();
    await expectWellAtWidths(page);
    expect(api.calls('POST /api/unsubscribe').at(-1)?.query).toEqual({ token });
  });

  test('leads to the settings if it is not valid', async ({ page, api }) => {
    api.refuse('GET /api/unsubscribe', 400, { code: 'invalid', message: 'This link is not valid.' });
    for (const path of ['/unsubscribe', '/unsubscribe?token=nonsense', '/unsubscribe?token=123']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Go to Settings' })).toHaveAttribute(
        'href',
        '/account/settings',
      );
    }
  });
});
