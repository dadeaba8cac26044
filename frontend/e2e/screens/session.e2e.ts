import { expect, type Page } from '@playwright/test';
import { toast } from '../support/community.ts';
import { me } from '../support/screen-answers.ts';
import { test } from '../support/screen.ts';
import { password, profileMenu, sendLogin, sendRegistration } from '../support/visitor.ts';

const hero = (page: Page) => page.getByRole('heading', { name: 'Put your best foot forward.' });

test.describe('a visitor', () => {
  test('is asked to log in by each page of members, and is led back, but to no other site', async ({
    page,
    api,
  }) => {
    api.answer('POST /api/auth/login', me, { as: 'member' });
    for (const path of ['/account/settings', '/profile/settings', '/my-posts', '/me', '/inbox']) {
      await page.goto('about:blank');
      await api.become('visitor');
      await page.goto(path);
      await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
      await sendLogin(page, me.email);
      await expect(page).toHaveURL(path);
    }
    await page.goto('about:blank');
    await api.become('visitor');
    await page.goto(`/login?next=${encodeURIComponent('/\\evil.example')}`);
    await sendLogin(page, me.email);
    await expect(page).toHaveURL('/');
    // A visitor has no session to ask for, and so no error in the console.
    expect(api.calls('GET /api/auth/me')).toHaveLength(0);
  });

  test('is led back by a login to the page before the form', async ({ page, api }) => {
    api.answer('POST /api/auth/login', me, { as: 'member' });
    await page.goto('/leaderboard');
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await sendLogin(page, me.email);
    await expect(page).toHaveURL('/leaderboard');
    await expect(profileMenu(page)).toBeVisible();
  });

  test('reads the message after registering for as long as they like, with the links of members', async ({
    page,
    api,
  }) => {
    api.answer('POST /api/auth/register', { ...me, emailVerified: false }, { status: 201, as: 'member' });
    await page.goto('/register');
    await sendRegistration(page);
    await expect(page.getByRole('heading', { name: 'Check Your Email!' })).toBeFocused();
    await expect(profileMenu(page)).toBeVisible();
    const foot = page.getByRole('contentinfo');
    await expect(foot.getByRole('link', { name: 'Register' })).toBeHidden();
    await expect(foot.getByRole('link', { name: 'Login' })).toBeHidden();
    await expect(foot.getByRole('link', { name: 'My Posts' })).toHaveAttribute('href', '/my-posts');
    await expect(foot.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile/settings');
    await expect(page).toHaveURL('/register');
    await expect(
      page.getByText('You are already logged in here, so it takes you to the home page.'),
    ).toBeVisible();
    await expect(page.getByText('The link works for 24 hours.')).toBeVisible();
    await expect(page.getByText('Your saved rating')).toHaveCount(0);
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await expect(page).toHaveURL('/');
  });

  test('may have a password manager, which writes into the fields without an event', async ({
    page,
    api,
  }) => {
    const write = async (values: Record<string, string>): Promise<void> => {
      for (const [label, value] of Object.entries(values)) {
        await page.getByLabel(label, { exact: true }).evaluate((input, text) => {
          // As from a script of an extension: React notices a write to the property of the page.
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
        }, value);
      }
    };
    const { email } = me;
    api.answer('POST /api/auth/register', me, { status: 201, as: 'member' });
    api.answer('POST /api/auth/login', me, { as: 'member' });
    api.answer('PUT /api/auth/update-password', { success: true });
    await page.goto('/register');
    await write({ Email: email, Password: password, 'Confirm Password': password });
    await page.mouse.move(9, 9);
    await page.getByRole('button', { name: 'Register' }).click();
    await expect.poll(() => api.calls('POST /api/auth/register')[0]?.body).toEqual({ email, password });

    await expect(profileMenu(page)).toBeVisible();
    await page.goto('about:blank');
    await api.become('visitor');
    await page.goto('/login');
    await page.getByRole('button', { name: 'Login' }).click();
    const missing = page.getByText(/^Please enter /);
    await expect(missing).toHaveCount(2);
    await page.locator('form').evaluate((form) => {
      // As of extensions.
      for (const name of ['', 'token']) form.append(Object.assign(document.createElement('input'), { name }));
    });
    await write({ Email: email, Password: password });
    await page.mouse.move(9, 9);
    await expect(missing).toHaveCount(0);
    await page.locator('form [name=token]').fill('of an extension');
    // Enter follows no pointer.
    await page.getByLabel('Password').press('Enter');
    await expect(page).toHaveURL('/');
    expect(api.calls('POST /api/auth/login').map(({ body }) => body)).toEqual([{ email, password }]);

    await page.goto('/account/settings');
    const chosen = 'twelve-brave-snails-race';
    const form = page.getByRole('region', { name: 'Change Password' });
    await expect(form.locator('[autocomplete=username]')).toHaveValue(email);
    await write({ 'Current Password': password, 'New Password': chosen, 'Confirm New Password': chosen });
    await form.getByRole('button', { name: 'Update Password' }).click();
    await expect(form.getByText('Password updated')).toBeVisible();
  });

  test('can use the forms while the session cannot be checked', async ({
    page,
    context,
    api,
    baseURL: url,
  }) => {
    await context.addCookies([{ name: 'member', value: '1', url: url! }]);
    api.cut('GET /api/auth/me');
    await page.goto('/login');
    await expect.poll(() => api.calls('GET /api/auth/me').length).toBeGreaterThan(0);
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    await expect(page.getByLabel('Password')).toBeVisible();
  });
});

test.describe('a member', () => {
  test.use({ viewer: 'member' });

  test('is led home from the forms of visitors', async ({ page }) => {
    for (const path of ['/login', '/register']) {
      await page.goto(path);
      await expect(page).toHaveURL('/');
      await expect(hero(page)).toBeVisible();
    }
  });

  test('is asked before unsaved changes are left', async ({ page }) => {
    await page.goto('/profile/settings');
    const bio = page.getByLabel('Bio');
    const away = page.getByRole('banner').getByRole('link', { name: 'Leaderboard' });
    const answer = (name: string) =>
      page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name }).click();
    await bio.fill('Not saved yet.');
    await away.click();
    await answer('Cancel');
    await expect(page).toHaveURL('/profile/settings');
    await expect(bio).toHaveValue('Not saved yet.');
    await away.click();
    await answer('Leave');
    await expect(page).toHaveURL('/leaderboard');
  });

  test('leaves nothing in a page that the back-forward cache restores after the sign-out', async ({
    page,
    api,
  }) => {
    const restore = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    for (const read of [
      'GET /api/user/sessions',
      'GET /api/user/payments',
      'GET /api/user/decisions',
      'GET /api/boosts/unclaimed',
      'GET /api/me/news',
    ] as const)
      api.on(read, async ({ viewer }) => (viewer === 'visitor' ? { status: 401, body: {} } : undefined));
    // In this browser, which has no cookie then, or elsewhere.
    for (const end of [() => api.become('visitor'), () => api.refuse('GET /api/auth/me', 401)]) {
      await api.become('member');
      await page.goto('/account/settings');
      await expect(page.getByText(me.email)).toBeVisible();
      await end();
      // Simulates the back-forward cache, which browsers under test do not have.
      await page.evaluate(restore);
      await expect(page).toHaveURL('/login?next=%2Faccount%2Fsettings');
      await expect(page.getByText(me.email)).toBeHidden();
      await expect(profileMenu(page)).toBeHidden();
    }
  });

  const acts = [
    [
      '/account/settings',
      'PATCH /api/auth/email-preferences',
      (page: Page) => page.getByRole('switch', { name: 'Ratings' }).click(),
    ],
    [
      '/account/settings',
      'GET /api/user/export',
      (page: Page) => page.getByRole('button', { name: 'Export My Data' }).click(),
    ],
    [
      '/profile/settings',
      'PATCH /api/user/profile',
      async (page: Page) => {
        await page.getByLabel('Bio').fill('Barefoot since 1999.');
        await page.getByRole('button', { name: 'Save Changes' }).click();
      },
    ],
  ] as const;

  test('whose session has ended elsewhere is led by each act to the login and back', async ({
    page,
    api,
  }) => {
    api.answer('POST /api/auth/login', me, { as: 'member' });
    for (const [path, operation, act] of acts) {
      await api.become('member');
      api.answer('GET /api/auth/me', me);
      await page.goto(path);
      await expect(page.getByText('One moment…')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      api.refuse(operation, 401);
      api.refuse('GET /api/auth/me', 401);
      await act(page);
      await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
      await expect(toast(page, 'Please log in to continue.')).toBeVisible();
      await sendLogin(page, me.email);
      await expect(page).toHaveURL(path);
    }
  });

  test('stays signed in when a call of the session before is refused late', async ({ page, api }) => {
    await page.goto('/profile/settings');
    await page.getByLabel('Bio').fill('Barefoot since 1999.');
    api.refuse('PATCH /api/user/profile', 401);
    const checks = api.calls('GET /api/auth/me').length;
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect.poll(() => api.calls('GET /api/auth/me').length).toBe(checks + 1);
    await expect(profileMenu(page)).toBeVisible();
    await expect(page).toHaveURL('/profile/settings');
    await expect(page.getByLabel('Bio')).toHaveValue('Barefoot since 1999.');
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 780 } });

    test('logs out by the menu of every page, which leads home (V7.4.4)', async ({ page, api }) => {
      const menu = page.getByRole('navigation', { name: 'Menu' });
      const openMenu = page.getByRole('button', { name: 'Open menu' });
      const logout = menu.getByRole('button', { name: /^Logout/ });
      await page.goto('/my-posts');
      api.cut('POST /api/auth/logout');
      await openMenu.click();
      await logout.click();
      await expect(toast(page, 'Logout failed')).toContainText('Please try again.');
      await expect(page).toHaveURL('/my-posts');
      api.answer('POST /api/auth/logout', undefined, { status: 204, as: 'visitor' });
      for (const from of ['/account/settings', '/leaderboard']) {
        await api.become('member');
        await page.goto(from);
        await openMenu.click();
        await logout.click();
        await expect(page).toHaveURL('/');
        await expect(hero(page)).toBeVisible();
        await expect(page.getByRole('button', { name: /^Delete the post of/ })).toBeHidden();
        await openMenu.click();
        await expect(menu.getByRole('link', { name: 'Login' })).toBeVisible();
        await expect(logout).toBeHidden();
      }
    });
  });
});
