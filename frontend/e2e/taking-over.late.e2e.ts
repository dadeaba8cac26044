import { expect, type Page, type Route } from '@playwright/test';
import { hold } from './support/hold.ts';
import { comment, rate } from './support/community.ts';
import { test } from './support/site.ts';
import { newEmail, password } from './support/visitor.ts';
import { takenOver } from './support/server-pages.ts';

const SCRIPTS = '**/assets/*.js';

const sendings = {
  'with Enter': (page: Page) => page.keyboard.press('Enter'),
  'with its button': (page: Page) => page.getByRole('button', { name: 'Login' }).click({ force: true }),
};
for (const [how, sendEarly] of Object.entries(sendings)) {
  test(`a form that is sent ${how} before the script is there is sent once it is, and not by the browser`, async ({
    newBrowser,
    site,
    newPerson,
  }) => {
    const { email } = await newPerson();
    const page = await newBrowser();
    const { release } = await hold(page, SCRIPTS);
    await page.goto(`${site}/login`, { waitUntil: 'commit' });
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await sendEarly(page);
    await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled();
    await expect(page).toHaveURL(`${site}/login`);
    let sent = 0;
    page.on('request', (request) => (sent += Number(request.url().endsWith('/api/auth/login'))));
    release();
    await expect(page).toHaveURL(`${site}/`);
    await expect(page.getByRole('button', { name: /^Profile menu/ })).toBeVisible();
    expect(sent).toBe(1);
  });
}

test('a form that is sent before the script is there with a wrong field is not sent when it is corrected', async ({
  newBrowser,
  site,
}) => {
  const page = await newBrowser();
  const { release } = await hold(page, SCRIPTS);
  await page.goto(`${site}/register`, { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(newEmail());
  await page.keyboard.press('Enter');
  let sent = 0;
  page.on('request', (request) => (sent += Number(request.url().endsWith('/api/auth/register'))));
  const isOver = page.evaluate(
    () => new Promise((resolve) => addEventListener('listening', () => setTimeout(resolve, 1100))),
  );
  release();
  await isOver;
  for (const label of ['Password', 'Confirm Password']) {
    await page.getByLabel(label, { exact: true }).fill(password);
  }
  await expect(page.getByRole('button', { name: 'Register' })).toBeEnabled();
  expect(sent).toBe(0);
});

test('a search that is typed before the script is there is kept', async ({ newBrowser, site }) => {
  const page = await newBrowser();
  const { release } = await hold(page, SCRIPTS);
  await page.goto(`${site}/leaderboard`, { waitUntil: 'commit' });
  await page.getByLabel('Search by username').fill('nobody has this');
  release();
  await expect(page.getByText('No posts found')).toBeVisible();
  await expect(page.getByLabel('Search by username')).toHaveValue('nobody has this');
});

test('a page that is scrolled before the script is there stays in place below a press, and is found there again', async ({
  newBrowser,
  site,
  post,
}) => {
  const page = await newBrowser();
  await page.setViewportSize({ width: 360, height: 400 });
  const { release } = await hold(page, SCRIPTS);
  await page.goto(`${site}/leaderboard`, { waitUntil: 'commit' });
  const card = page.locator(`main a[href="/post/${post}"]`);
  await card.hover();
  const offset = await page.evaluate(() => window.scrollY);
  expect(offset).toBeGreaterThan(0);
  await page.mouse.down();
  release();
  await takenOver(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(offset);
  await page.mouse.up();
  await expect(page).toHaveURL(`${site}/post/${post}`);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(offset);
});

test('a button that is pressed before the script is there acts once it is', async ({ newBrowser, site }) => {
  const page = await newBrowser();
  const { release } = await hold(page, SCRIPTS);
  await page.goto(site, { waitUntil: 'commit' });
  for (let press = 0; press < 2; press += 1) await page.getByRole('button', { name: /dark theme/ }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  release();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: /light theme/ }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('a reply form that is asked for before the person is known opens when they are', async ({
  user: page,
  other,
  post,
}) => {
  await comment(other, post, 'A friendly comment.');
  const { release, calls } = await hold(page, '**/api/auth/me');
  await page.goto(`/post/${post}`);
  await page.getByRole('button', { name: /^Reply to/ }).click();
  expect(calls()).toBe(1);
  await expect(page.getByLabel(/^Reply to/)).toBeHidden();
  // It may be their own post, which has another link there.
  const report = page.getByRole('button', { name: 'Report', exact: true });
  await expect(report).toBeHidden();
  release();
  await expect(report).toBeVisible();
  await expect(page.getByLabel(/^Reply to/)).toBeFocused();
});

test('what happens after the server has rendered the page arrives as live news, and nothing is read again', async ({
  newBrowser,
  site,
  post,
  newPerson,
}) => {
  const page = await newBrowser();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const { release } = await hold(page, SCRIPTS);
  await page.goto(`${site}/post/${post}`, { waitUntil: 'commit' });
  await expect(page.getByText('From the AI score', { exact: true })).toBeVisible();
  await rate(await newPerson(), post, 10);
  release();
  await expect(page.getByText('From 1 vote and the AI score', { exact: true })).toBeVisible();
  expect(asked).not.toContain(`/api/posts/${post}`);
});

test('the page reads again what it shows if the live news of the meantime are gone', async ({
  page,
  post,
}) => {
  let isTold = false;
  await page.route('**/api/live*', (route) => {
    if (isTold) return route.fulfill({ status: 503, body: '' });
    isTold = true;
    expect(new URL(route.request().url()).searchParams.get('after')).toMatch(/^\d+$/);
    const body = 'event: reload\nid: 9\ndata: {}\n\n';
    return route.fulfill({ contentType: 'text/event-stream', body });
  });
  const read = page.waitForRequest(`**/api/posts/${post}`);
  const readComments = page.waitForRequest(`**/api/posts/${post}/comments`);
  await page.goto(`/post/${post}`);
  await read;
  await readComments;
});

test('a signed-in person leaves the login after the session check, and stays on the registration unverified', async ({
  user: page,
}) => {
  await page.goto('/login?next=%2Fboost');
  await expect(page).toHaveURL('/boost');
  await page.goto('/register');
  await expect(page).toHaveURL('/');
});

/** Ticks both boxes of the age gate, as soon as they are there. */
async function tickBoxes(page: Page): Promise<void> {
  await expect(page.getByRole('checkbox')).toHaveCount(2);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
}

test.describe('before the age gate', () => {
  test.use({ isOfAge: false });

  test('it opens before the script is there, and stays open', async ({ newBrowser, site }) => {
    const page = await newBrowser();
    const { release } = await hold(page, SCRIPTS);
    await page.goto(`${site}/leaderboard`, { waitUntil: 'commit' });
    const heading = page.getByRole('heading', { name: 'Leaderboard' });
    await tickBoxes(page);
    // With scripts, the button confirms.
    await expect(heading).toBeHidden();
    await page.getByRole('button', { name: 'Continue to Site' }).click();
    await expect(heading).toBeVisible();
    release();
    await expect(page.locator('link[rel=canonical]:not([data-served])')).toBeAttached();
    await expect(heading).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.reload();
    await expect(heading).toBeVisible();
  });

  test('boxes that are ticked before the script is there count', async ({ newBrowser, site }) => {
    const page = await newBrowser();
    const { release } = await hold(page, SCRIPTS);
    await page.goto(`${site}/leaderboard`, { waitUntil: 'commit' });
    await tickBoxes(page);
    release();
    await expect(page.locator('.gated[inert]')).toBeAttached();
    await page.getByRole('button', { name: 'Continue to Site' }).click();
    await expect(page.getByRole('heading', { name: 'Leaderboard' })).toBeVisible();
    await expect(page.locator('.gated[inert]')).toHaveCount(0);
  });
});

for (const address of ['/login', '/register']) {
  test(`${address} shows no form to people who are probably signed in, until that is known`, async ({
    user: page,
  }) => {
    const form = page.getByLabel('Email');
    const openHeld = async (act?: (route: Route) => Promise<void>) => {
      const { release } = await hold(page, '**/api/auth/me', { act });
      await page.goto(address);
      await expect(page.getByText('One moment…')).toBeVisible();
      await expect(form).toBeHidden();
      return release;
    };
    (await openHeld())();
    await expect(page).toHaveURL('/');

    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const release = await openHeld((route) => route.fulfill({ status: 401, body: '{}' }));
    const size = await form.boundingBox();
    release();
    await expect(form).toBeVisible();
    await expect(page.getByText('One moment…')).toBeHidden();
    // It was there all the time.
    expect(await form.boundingBox()).toEqual(size);
  });
}
