import { expect, type Page, type Route } from '@playwright/test';
import { comment, rate } from '../support/community.ts';
import { hold } from '../support/hold.ts';
import { takenOver } from '../support/server-pages.ts';
import { test } from '../support/site.ts';
import { newEmail, password, profileMenu } from '../support/visitor.ts';

test.use({ isOfAge: false });

/** Opens a page of the server whose scripts wait until `release`. */
async function openEarly(page: Page, address: string): Promise<() => void> {
  const { release } = await hold(page, '**/assets/*.js');
  await page.goto(address, { waitUntil: 'commit' });
  return release;
}

async function checkAge(page: Page): Promise<void> {
  await expect(page.getByRole('checkbox')).toHaveCount(2);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
}

test('the script takes over a page of the server, with all that people have done until then', async ({
  page,
  context,
  other,
  post,
  newPerson,
}) => {
  await comment(other, post, 'What a calm picture');
  const asked: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // React throws when what it renders first differs from what the server has rendered.
  page.on('pageerror', ({ message }) => problems.push(`${page.url()}: ${message}`));
  const scrolled = () => page.evaluate(() => window.scrollY);
  const html = page.locator('html');

  await test.step('boxes that are ticked before the script is there count', async () => {
    const release = await openEarly(page, '/leaderboard');
    await expect(page.getByRole('checkbox')).toHaveCount(2);
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    release();
    await takenOver(page);
    const enter = page.getByRole('button', { name: 'Continue to Site' });
    await expect(enter).toBeEnabled();
    await enter.click();
    await expect(page.getByRole('heading', { name: 'Leaderboard' })).toBeVisible();
    await page.evaluate(() => localStorage.removeItem('ageVerified'));
  });

  await test.step('the age gate opens, and a search is kept', async () => {
    const release = await openEarly(page, '/leaderboard');
    const heading = page.getByRole('heading', { name: 'Leaderboard' });
    await checkAge(page);
    // With scripts, the button confirms.
    await expect(heading).toBeHidden();
    await page.getByRole('button', { name: 'Continue to Site' }).click();
    await expect(heading).toBeVisible();
    await page.getByLabel('Search by username').fill('nobody has this');
    release();
    await expect(page.getByText('No posts found')).toBeVisible();
    await expect(page.getByLabel('Search by username')).toHaveValue('nobody has this');
    await expect(page.locator('[role=dialog], [inert]')).toHaveCount(0);
  });

  await test.step('a browser that lacks parts, and withholds others', async () => {
    const tab = await context.newPage();
    tab.on('pageerror', ({ message }) => problems.push(message));
    tab.on('console', (entry) => entry.type() === 'error' && problems.push(entry.text()));
    await tab.addInitScript(() => {
      const get = (): never => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      for (const part of ['localStorage', 'sessionStorage']) Object.defineProperty(window, part, { get });
      for (const part of ['EventSource', 'structuredClone']) Reflect.deleteProperty(window, part);
    });
    const release = await openEarly(tab, '/leaderboard');
    await checkAge(tab);
    await tab.getByRole('button', { name: 'Continue to Site' }).click();
    release();
    await takenOver(tab);
    await tab.getByRole('link', { name: 'Top Rated' }).click();
    await expect(tab).toHaveURL(/sort=top/);
    await tab.close();
  });

  await test.step('a page whose code did not load says so at a press, and starts over', async () => {
    const tab = await context.newPage();
    const root = tab.locator('html');
    const share = tab.getByRole('button', { name: 'Share' });
    let down = /\/assets\//;
    await tab.route('**/*.js', (route) =>
      down.test(route.request().url()) ? route.abort() : route.fallback(),
    );
    await tab.addInitScript(() => {
      const note = ({ target }: Event): void => {
        if (target instanceof HTMLScriptElement) document.documentElement.dataset.broken = '';
      };
      window.addEventListener('error', note, { capture: true });
      // A real one blocks the page, and with it the click that opened it.
      window.alert = (text: string) => void (document.documentElement.dataset.said = text);
    });
    await tab.goto(`/post/${post}`, { waitUntil: 'commit' });
    await expect(root).toHaveAttribute('data-broken');
    down = /\.js$/;
    await share.click();
    await expect(root).toHaveAttribute(
      'data-said',
      'A part of the site did not load. Please check your connection and try again.',
    );
    down = /^$/;
    await Promise.all([tab.waitForEvent('load'), share.click()]);
    await takenOver(tab);
    await share.click();
    await expect(tab.getByRole('menu')).toBeVisible();
    await tab.close();
  });

  await test.step('what happens meanwhile arrives as live news, and nothing is read again', async () => {
    asked.length = 0;
    const release = await openEarly(page, `/post/${post}`);
    await expect(page.getByText('From the AI score', { exact: true })).toBeVisible();
    await rate(await newPerson(), post, 10);
    release();
    await expect(page.getByText('From 1 vote and the AI score', { exact: true })).toBeVisible();
    // Dates are the reader's now.
    await expect(page.getByText('Just now')).toBeVisible();
    expect(new Set(asked.filter((path) => path.startsWith('/api/')))).toEqual(new Set(['/api/live']));
  });

  await test.step('a board and its week are not read again', async () => {
    for (const address of ['/leaderboard', '/leaderboard?tab=week']) {
      asked.length = 0;
      await page.goto(address);
      await expect(page.locator('#state')).toBeAttached();
      await expect.poll(() => asked).toContain('/api/live');
      await expect(page.locator('meta[name=description]')).toHaveCount(1);
      expect(asked.filter((path) => path.startsWith('/api/') && path !== '/api/live')).toEqual([]);
    }
  });

  await test.step('the page reads again what it shows if the live news of the meantime are gone', async () => {
    const body = 'event: reload\nid: 9\ndata: {}\n\n';
    const reload = { contentType: 'text/event-stream', body };
    await page.route('**/api/live?*after=*', (route) => route.fulfill(reload), { times: 1 });
    asked.length = 0;
    await page.goto(`/post/${post}`);
    await expect
      .poll(() => asked)
      .toEqual(expect.arrayContaining([`/api/posts/${post}`, `/api/posts/${post}/comments`]));
  });

  await test.step('a page that is scrolled stays in place below a press, and is found there again', async () => {
    await page.setViewportSize({ width: 360, height: 400 });
    const release = await openEarly(page, '/leaderboard');
    await page.locator(`main a[href="/post/${post}"]`).hover();
    const offset = await scrolled();
    expect(offset).toBeGreaterThan(0);
    await page.mouse.down();
    release();
    await takenOver(page);
    expect(await scrolled()).toBe(offset);
    await page.mouse.up();
    await expect(page).toHaveURL(`/post/${post}`);
    await page.goBack();
    await expect.poll(scrolled).toBe(offset);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('a button that is pressed twice acts once', async () => {
    const release = await openEarly(page, '/');
    for (let press = 0; press < 2; press += 1) await page.getByRole('button', { name: /dark theme/ }).click();
    await expect(html).toHaveAttribute('data-theme', 'light');
    release();
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: /light theme/ }).click();
    await expect(html).toHaveAttribute('data-theme', 'light');
  });

  for (const [how, send] of [
    ['with Enter', () => page.keyboard.press('Enter')],
    ['with its button', () => page.getByRole('button', { name: 'Login' }).click({ force: true })],
  ] as const) {
    await test.step(`a form that is sent ${how} is sent once, and not by the browser`, async () => {
      await context.clearCookies();
      const release = await openEarly(page, '/login');
      await page.getByLabel('Email').fill(other.email);
      await page.getByLabel('Password').fill(password);
      await send();
      await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled();
      await expect(page).toHaveURL('/login');
      asked.length = 0;
      release();
      await expect(page).toHaveURL('/');
      await expect(profileMenu(page)).toBeVisible();
      expect(asked.filter((path) => path === '/api/auth/login')).toHaveLength(1);
    });
  }

  await test.step('forms wait until it is known who is signed in', async () => {
    const reply = await hold(page, '**/api/auth/me');
    await page.goto(`/post/${post}`);
    await page.getByRole('button', { name: /^Reply to/ }).click();
    await expect(page.getByLabel(/^Reply to/)).toBeHidden();
    // It is their own post, which has another link there.
    await expect(page.getByRole('button', { name: 'Report', exact: true })).toBeHidden();
    reply.release();
    await expect(page.getByLabel(/^Reply to/)).toBeFocused();
    for (const address of ['/login', '/register']) {
      const act = (route: Route) => route.fulfill({ status: 401, body: '{}' });
      const { release } = await hold(page, '**/api/auth/me', { act });
      await page.goto(address);
      const form = page.getByLabel('Email');
      await expect(page.getByText('One moment…')).toBeVisible();
      await expect(form).toBeHidden();
      const size = await form.boundingBox();
      release();
      await expect(form).toBeVisible();
      // It was there all the time.
      expect(await form.boundingBox()).toEqual(size);
    }
  });

  await test.step('a form that is sent with a wrong field is not sent when it is corrected', async () => {
    await context.clearCookies();
    await page.clock.install();
    const release = await openEarly(page, '/register');
    await page.getByLabel('Email').fill(newEmail());
    await page.keyboard.press('Enter');
    const listens = page.evaluate(
      () => new Promise((resolve) => addEventListener('listening', () => resolve(null))),
    );
    release();
    await listens;
    await page.clock.runFor(1100);
    for (const label of ['Password', 'Confirm Password']) {
      await page.getByLabel(label, { exact: true }).fill(password);
    }
    await expect(page.getByRole('button', { name: 'Register' })).toBeEnabled();
    expect(asked).not.toContain('/api/auth/register');
  });

  expect(problems).toEqual([]);
});
