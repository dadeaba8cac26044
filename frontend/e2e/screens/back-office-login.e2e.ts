import { expect, type Page } from '@playwright/test';
import type { AdminUser } from '../../src/api/generated/schema.d.ts';
import { seriousFindings } from '../support/axe.ts';
import { toast } from '../support/community.ts';
import { scriptWith } from '../support/opening.ts';
import { type Api, known, test } from '../support/screen.ts';
import { type Answer, recording, type Viewer } from '../support/screen-server.ts';

const login = known.login!;

/** Marks the page of the login as the server does. */
async function markLogin(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === login,
    async (route) => {
      const response = await route.fetch();
      const mark = `<head><meta name="back-office-login" content="${login}">`;
      await route.fulfill({ response, body: (await response.text()).replace('<head>', mark) });
    },
  );
}

/** Opens the login as a visitor, who may know where it is. */
async function openLogin(page: Page, api: Api, address = login): Promise<void> {
  await markLogin(page);
  api.on('GET /api/rtm-sys/me', async ({ viewer }) => (viewer === 'visitor' ? refused() : undefined));
  api.answer('GET /api/rtm-sys/entry', { login });
  await page.goto(address);
}

const refused = (message = 'Invalid credentials', code = 'invalid_credentials'): Answer => ({
  status: 401,
  body: { message, code, requestId: 'a-request' },
});
const loginOf = (viewer: Viewer) => recording.answers[viewer]['GET /api/rtm-sys/me']!.body as AdminUser;
const signedIn = (as: Viewer): Answer => ({ status: 200, body: loginOf(as), as });

test('an admin signs in with password and code, and out again; what is wrong is said', async ({
  page,
  api,
}) => {
  const given = [
    refused(),
    refused('A code is needed.', 'totp_required'),
    refused('This code is not valid.', 'invalid_code'),
    signedIn('moderator'),
    signedIn('finance'),
  ];
  api.on('POST /api/rtm-sys/login', async () => given.shift());
  api.on('POST /api/rtm-sys/logout', async () => ({ status: 204, as: 'visitor' }));
  await openLogin(page, api, '/rtm-sys');
  await expect(page).toHaveURL(login);
  const submit = page.getByRole('button', { name: 'Sign In', exact: true });
  await expect(submit).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await submit.click();
  await expect(page.getByText('Username is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  // At an IP address.
  await expect(page.getByRole('button', { name: 'Sign In with a Passkey' })).toBeHidden();
  const enter = async (): Promise<void> => {
    await page.getByLabel('Username').fill('mo');
    await page.getByLabel('Password').fill('lanterns on the stairs');
    await submit.click();
  };
  await enter();
  await expect(toast(page, 'Login failed')).toContainText('Invalid credentials');
  await enter();
  const code = page.getByLabel('Code');
  await expect(code).toBeFocused();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await seriousFindings(page)).toEqual([]);
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Login failed')).toContainText('This code is not valid.');
  await code.fill('123456');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Login successful')).toBeVisible();
  await expect(page).toHaveURL('/rtm-sys/posts');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(login);
  await expect(page.getByText('Your session has ended.')).toBeHidden();
  // Finance may not open the posts.
  await enter();
  await expect(page).toHaveURL('/rtm-sys/boosts');
  expect(api.calls('POST /api/rtm-sys/login').at(3)?.body).toMatchObject({ username: 'mo', code: '123456' });
});

test('an invited person chooses a login, and a link that is too old says so', async ({ page, api }) => {
  await openLogin(page, api, `${login}?invitation=a-token`);
  await expect(page.getByRole('heading', { name: 'You Are Invited' })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel('Username').fill('m');
  await page.getByLabel('Password', { exact: true }).fill('too short');
  await page.getByLabel('Confirm Password').fill('too long');
  const create = page.getByRole('button', { name: 'Create Login' });
  await create.click();
  for (const fault of [
    'A username has 3 to',
    'Password must be at least 12 characters',
    "Passwords don't match",
  ])
    await expect(page.getByText(fault)).toBeVisible();
  await page.getByLabel('Username').fill('mo.second');
  await page.getByLabel('Password', { exact: true }).fill('lanterns on the stairs');
  await page.getByLabel('Confirm Password').fill('lanterns on the stairs');
  api.refuse('POST /api/rtm-sys/invitations/accept', 400, { message: 'This link is too old.' });
  await create.click();
  await expect(page.getByRole('alert').filter({ hasText: 'This link is too old.' })).toBeVisible();
  api.answer('POST /api/rtm-sys/invitations/accept', { ...loginOf('moderator'), isWaiting: true });
  await create.click();
  await expect(toast(page, 'Your login is ready')).toContainText('once another owner has confirmed it');
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
});

test('visitors load nothing of the back office, and see no page of it where the entry is hidden', async ({
  page,
  api,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  for (const path of ['/', '/leaderboard', '/nowhere']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  const own = [
    await scriptWith('The reporter learns that something was done.'),
    await scriptWith('navigator.credentials'),
  ];
  for (const script of own) expect(scripts).not.toContain(script);
  api.refuse('GET /api/rtm-sys/me', 401);
  api.answer('GET /api/rtm-sys/entry', { login: null });
  await page.evaluate(() => history.pushState({}, '', '/rtm-sys/users'));
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page).toHaveURL('/rtm-sys/users');
  await api.become('finance');
  api.on('GET /api/rtm-sys/me', async () => recording.answers.finance['GET /api/rtm-sys/me']);
  await page.goto('/rtm-sys');
  await expect(page).toHaveURL('/rtm-sys/boosts');
  for (const script of own) expect(scripts).toContain(script);
  const links = page.getByRole('navigation', { name: 'Back office' }).getByRole('link');
  await expect(links).toHaveText(['Boosts', 'Users', 'Payments', 'Statistics', 'Audit Trail']);
  await expect(page.locator('meta[name=robots]:not([data-served])')).toHaveAttribute('content', 'noindex');
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
});

test.describe('signed in', () => {
  test.use({ viewer: 'owner' });

  test('a session that ended elsewhere leads to the login, which says so once', async ({ page, api }) => {
    await page.goto('/rtm-sys/account');
    const connect = page.getByRole('button', { name: 'Connect an App' });
    await expect(connect).toBeVisible();
    api.refuse('POST /api/rtm-sys/totp/offer', 401);
    await markLogin(page);
    await connect.click();
    await expect(page).toHaveURL(login);
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
    await expect(page.getByText('Your session has ended.')).toBeHidden();
  });
});
