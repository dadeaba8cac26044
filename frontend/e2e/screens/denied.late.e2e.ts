import { expect, type Page } from '@playwright/test';
import type { AdminUser } from '../../src/api/generated/schema.d.ts';
import { comments, like, toast } from '../support/community.ts';
import { hold } from '../support/hold.ts';
import { scriptWith } from '../support/opening.ts';
import { sweep } from '../support/scope.ts';
import { me } from '../support/screen-answers.ts';
import { recording } from '../support/screen-server.ts';
import { known, test } from '../support/screen.ts';
import { serveThread } from '../support/thread.ts';
import { choosePhoto, sendLogin, sendRegistration } from '../support/visitor.ts';

/** How browsers withhold a part: it is not there, it is null, it throws when it is read, or when it is called. */
type How = 'missing' | 'null' | 'throws' | 'fails';

/** Which parts of a browser are withheld, and how. */
const parts: Readonly<Record<How, readonly string[]>> = {
  // Before our oldest browsers, without https, by a setting, or in a private window.
  missing: [
    'BroadcastChannel',
    'EventSource',
    'PerformanceObserver',
    'caches',
    'cookieStore',
    'indexedDB',
    'navigation',
    'requestIdleCallback',
    'scheduler',
    'structuredClone',
    'Crypto.prototype.randomUUID',
    'Crypto.prototype.subtle',
    'Document.prototype.activeViewTransition',
    'Document.prototype.startViewTransition',
    'Intl.Segmenter',
    'Navigator.prototype.clipboard',
    'Navigator.prototype.locks',
    'Navigator.prototype.serviceWorker',
    'Navigator.prototype.share',
    'AbortSignal.any',
    'AbortSignal.timeout',
    'Array.fromAsync',
    'Iterator',
    'Map.groupBy',
    'Object.groupBy',
    'Promise.try',
    'Promise.withResolvers',
    'Set.prototype.union',
    'URL.canParse',
    'URL.parse',
  ],
  // In web views of apps.
  null: ['localStorage', 'sessionStorage', 'indexedDB'],
  // Where cookies are blocked.
  throws: [
    'BroadcastChannel',
    'localStorage',
    'sessionStorage',
    'indexedDB',
    'caches',
    'Document.prototype.cookie',
    'Navigator.prototype.locks',
    'Navigator.prototype.serviceWorker',
  ],
  // Full, or blocked in other browsers.
  fails: [
    'BroadcastChannel',
    'Storage.prototype.getItem',
    'Storage.prototype.setItem',
    'Storage.prototype.removeItem',
    'CacheStorage.prototype.open',
    'IDBFactory.prototype.open',
    'Navigator.prototype.sendBeacon',
    'ServiceWorkerContainer.prototype.register',
  ],
};

interface Denial {
  how: How;
  withheld: readonly string[];
}

/** Everything at once, and each part alone. */
const denials = (Object.keys(parts) as How[]).flatMap((how): Denial[] => [
  { how, withheld: parts[how] },
  ...parts[how].map((part) => ({ how, withheld: [part] })),
]);

/** Runs in the page before its scripts. */
function deny({ how, withheld }: Denial): void {
  const refuse = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const part of withheld) {
    const names = part.split('.');
    const name = names.pop()!;
    // oxlint-disable-next-line typescript/no-explicit-any -- the parts have nothing in common
    const place = names.reduce<any>((object, each) => object[each], window);
    if (how === 'missing') delete place[name];
    else if (how === 'throws') Object.defineProperty(place, name, { get: refuse, set: refuse });
    else Object.defineProperty(place, name, { value: how === 'null' ? null : refuse });
  }
}

/** Opens a page and passes the age gate, which without storage every page has. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  // The gate and the page come with the same render.
  await expect(page.getByRole('heading').first()).toBeVisible();
  const gate = page.locator('#age-statements');
  if (!(await gate.isVisible())) return;
  // By keyboard: a pointer that stays where the gate was would read the post below it in advance.
  for (const box of await gate.getByRole('checkbox').all()) await box.press('Space');
  await gate.getByRole('button').press('Enter');
  await expect(gate).toBeHidden();
}

test.describe('what a browser lacks', () => {
  test.use({ isOfAge: false });

  const nameOf = ({ how, withheld }: Denial) => `${withheld.length > 1 ? 'all' : withheld[0]} ${how}`;
  const sample = ['all missing', 'all throws'];
  for (const denial of sweep(denials, nameOf, sample)) {
    test(`home, board, login and post work with ${nameOf(denial)}`, async ({ page, api }) => {
      const problems: string[] = [];
      page.on('pageerror', ({ message }) => problems.push(message));
      page.on('console', (entry) => entry.type() === 'error' && problems.push(entry.text()));
      await page.clock.install();
      await page.addInitScript(deny, denial);

      await open(page, '/');
      await choosePhoto(page);
      await expect(page.getByRole('button', { name: 'Get My Rating' })).toBeVisible();
      // A moment later the page starts its worker.
      await page.clock.fastForward(3000);

      await open(page, '/leaderboard');
      await page.getByRole('link', { name: 'Top Rated' }).click();
      await expect(page).toHaveURL(/sort=top/);

      const isSignedIn = !denial.withheld.includes('Document.prototype.cookie');
      if (isSignedIn) {
        api.answer('POST /api/auth/login', me, { as: 'member' });
        await open(page, '/login');
        await sendLogin(page, me.email);
        await expect(page).toHaveURL('/');
      }

      serveThread(api);
      const liked = () => api.calls('POST /api/posts/{id}/like').map(({ params }) => params['id']!);
      api.answer('GET /api/me/marks', (marks) => ({ ...marks, likedPosts: liked() }));
      await open(page, `/post/${known.post}`);
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('menuitem', { name: 'Copy link' }).press('Enter');
      await page.keyboard.press('Escape');
      if (isSignedIn) {
        await like(page).click();
        await expect(like(page)).toHaveAttribute('aria-pressed', 'true');
        await comments(page).getByLabel('Add a comment').fill('Kept for this page');
        await comments(page).getByRole('button', { name: 'Post Comment' }).click();
        await expect(comments(page).getByText('Kept for this page').first()).toBeVisible();
      }
      expect(problems).toEqual([]);
    });
  }
});

test('where cookies are blocked, each login says that they are needed', async ({ page, api }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDocumentCookieDisabled', { disabled: true });
  const sentence = /Your browser blocks cookies, and needs them to keep you logged in/;
  api.refuse('GET /api/auth/me', 401);
  api.answer('POST /api/auth/register', me, { status: 201 });
  await page.goto('/register');
  await sendRegistration(page);
  await expect(page.getByText(sentence)).toContainText('Your account was created.');
  const admin = recording.answers.moderator['GET /api/rtm-sys/me']!.body as AdminUser;
  api.refuse('GET /api/rtm-sys/me', 401);
  api.answer('POST /api/rtm-sys/login', admin);
  await page.route(
    ({ pathname }) => pathname === known.login,
    async (route) => {
      const response = await route.fetch();
      // As the server marks the page of the login.
      const mark = `<head><meta name="back-office-login" content="${known.login}">`;
      await route.fulfill({ response, body: (await response.text()).replace('<head>', mark) });
    },
  );
  await page.goto(known.login!);
  await page.getByLabel('Username').fill(admin.username);
  await page.getByLabel('Password').fill('lanterns on the stairs');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(toast(page, 'Login failed')).toContainText(sentence);
  api.answer('POST /api/auth/login', me);
  await page.goto('/login');
  await sendLogin(page, me.email);
  await expect(page.getByText(sentence)).toBeVisible();
  // A browser that keeps the session, but not the mark that scripts look for, has no fault.
  await api.become('member');
  api.answer('GET /api/auth/me', me);
  await sendLogin(page, me.email);
  await expect(page).toHaveURL('/');
});

for (const name of sweep(['Share', 'Enlarge the photo', 'Report'], String, ['Share'])) {
  test(`${name} says at each press that it did not load, and loads when it can`, async ({ page }) => {
    await page.goto(`/post/${known.post}`);
    const button = page.getByRole('button', { name, exact: true });
    const missing = toast(page, 'A part of the site did not load');
    for (const attempt of ['first', 'second']) {
      const { calls, release } = await hold(page, '**/assets/*.js', { act: (route) => route.abort() });
      await button.click();
      await expect.poll(calls).toBeGreaterThan(0);
      // Asks for nothing more.
      await button.click();
      release();
      await expect(missing.and(page.locator(':not([data-seen])')), attempt).toBeVisible();
      await missing.evaluate((element) => (element.dataset.seen = ''));
      await expect(page).toHaveURL(`/post/${known.post}`);
      await page.unroute('**/assets/*.js');
    }
    await button.click();
    await expect(page.getByRole('menu').or(page.getByRole('dialog'))).toBeVisible();
  });
}

test('a dialog that does not load leaves its message', async ({ page }) => {
  const sheet = await scriptWith('sm:top-6 sm:right-6');
  await page.route(`**${sheet}`, (route) => route.abort());
  await page.goto('/');
  await choosePhoto(page);
  await page.getByRole('button', { name: 'Post Without Rating' }).click();
  await expect(toast(page, 'Login Required')).toContainText(
    'Please log in or register to post directly without rating.',
  );
});

test('a dialog that does not load takes nobody off the page that they went to meanwhile', async ({
  page,
}) => {
  await page.goto(`/post/${known.post}`);
  const { calls, release } = await hold(page, '**/assets/*.js', { act: (route) => route.abort() });
  const enlarge = page.getByRole('button', { name: 'Enlarge the photo' });
  const failed = page.waitForEvent('console', (entry) => entry.text().includes('did not load'));
  const backs = await page.evaluateHandle(() => {
    const called: unknown[] = [];
    window.history.back = () => void called.push('back');
    return called;
  });
  await enlarge.click();
  await expect.poll(calls).toBeGreaterThan(0);
  await page.goBack();
  release();
  await failed;
  expect(await backs.jsonValue()).toEqual([]);
});

test('the page goes on without a part that nobody asks for', async ({ page, api }) => {
  await api.become('member');
  const menu = await scriptWith('Profile menu of');
  const denied = page.waitForEvent('requestfailed', (request) => request.url().endsWith(menu));
  await page.route(`**${menu}`, (route) => route.abort());
  await page.goto('/leaderboard');
  await denied;
  await page.getByRole('banner').getByRole('link', { name: 'My Posts' }).click();
  await expect(page.getByRole('heading', { name: 'My Posts', level: 1 })).toBeVisible();
  await expect(toast(page, 'A part of the site did not load')).toBeHidden();
});
