import path from 'node:path';
import { expect, type Page, type Request } from '@playwright/test';
import { enterBackOffice } from '../e2e/support/admins.ts';
import { call, me, type Person } from '../e2e/support/api.ts';
import { buyBoost } from '../e2e/support/checkout.ts';
import { comment } from '../e2e/support/community.ts';
import { fillWithDemo } from '../e2e/support/server.ts';
import { test as base } from '../e2e/support/site.ts';
import { publish } from '../e2e/support/visitor.ts';
import { know, pagesOf, type Viewer } from './pages.ts';

/** The windows, from the narrowest, and the size of the text in them. */
const windows = [
  { width: 360, text: '100%', name: '360' },
  { width: 360, text: '200%', name: '360-large-text' },
  { width: 768, text: '100%', name: '768' },
  { width: 1440, text: '100%', name: '1440' },
];
const themes = ['light', 'dark'];
/** As high as a small phone, and as a laptop. */
const heightOf = (width: number): number => (width < 768 ? 740 : 900);
/** The most of a page that a picture shows: further down, lists repeat themselves. */
const HIGHEST = 5000;
const words = (process.env.SCREENSHOT_WORDS ?? '').split(' ').filter(Boolean);

const test = base.extend<object, { hasDemo: boolean }>({
  hasDemo: [false, { scope: 'worker', option: true }],
  dataDir: async ({ dataDir, hasDemo }, use) => {
    if (hasDemo) await fillWithDemo(dataDir, '--people', '30', '--posts', '60');
    await use(dataDir);
  },
});

/** What the page has asked for and not received, live news aside, which never ends. */
function watchRequests(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>();
  const end = (request: Request) => void open.delete(request);
  page.on('request', (request) => void (request.url().includes('/api/live') || open.add(request)));
  page.on('requestfinished', end).on('requestfailed', end);
  return open;
}

/** Waits until the page shows what it reads, with all its pictures and its own fonts, however late they come. */
async function expectSettled(page: Page, open: ReadonlySet<Request>): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.animate-breathe')).toHaveCount(0);
  const showAll = async () => {
    for (const face of document.fonts) face.display = 'block';
    for (const image of document.images) image.loading = 'eager';
    const drawn = async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    };
    // By then the window has its new size, and a picture the file for it.
    await drawn();
    await Promise.all([...document.fonts].map((face) => face.load()));
    await Promise.allSettled([...document.images].map((image) => image.decode()));
    // By then the page has begun to read what it still lacks.
    await drawn();
  };
  await expect.poll(() => page.evaluate(showAll).then(() => open.size)).toBe(0);
}

/** Gives the window its size, and waits until the page knows: a busy machine tells it later. */
async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height]);
}

/** Takes the pictures of a page in all windows and both themes. */
async function take(page: Page, open: ReadonlySet<Request>, folder: string, name: string): Promise<void> {
  for (const { width, text, name: window } of windows) {
    await resize(page, width, heightOf(width));
    await page.evaluate((size) => void (document.documentElement.style.fontSize = size), text);
    await expectSettled(page, open);
    // What is outside of the window would take many times as long.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await resize(page, width, Math.min(height, HIGHEST));
    for (const theme of themes) {
      await page.evaluate((chosen) => void (document.documentElement.dataset.theme = chosen), theme);
      await expectSettled(page, open);
      const file = path.join(folder, `${window}-${theme}`, `${name.replaceAll('$', '')}.png`);
      await page.screenshot({ path: file, animations: 'disabled' });
    }
  }
}

/** Gives the member a post with comments, a boost to use, and a decision to appeal. */
async function furnish(member: Person, owner: Person): Promise<string> {
  const [post, hidden] = [await publish(member), await publish(member)];
  await comment(member, post, 'The left one is a little shy.');
  await buyBoost(member, 'mega');
  const decision = { isPublic: false, reason: 'identifies', note: 'A street sign can be read.' };
  await call(owner, 'PATCH', `/api/rtm-sys/posts/${hidden}`, decision);
  const [{ actId }] = await (await member.request.get('/api/user/decisions')).json();
  await call(member, 'POST', `/api/user/decisions/${actId}/appeal`, { text: 'The sign is from a film.' });
  return post;
}

for (const viewer of ['visitor', 'member', 'owner'] as const satisfies Viewer[]) {
  const pages = pagesOf(viewer).filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  if (pages.length === 0) continue;
  test(`the pages of a ${viewer}`, async ({ page, newBrowser, newPerson, hasDemo }, info) => {
    const folder = path.join(info.project.outputDir, '../screenshots', hasDemo ? 'demo' : 'empty');
    const member = await newPerson();
    const owner = viewer === 'owner' ? page : await newBrowser();
    await enterBackOffice(owner, 'owner');
    const post = hasDemo ? await furnish(member, owner) : undefined;
    const known = await know(owner, post);
    const shown = viewer === 'member' ? await newBrowser(member) : page;
    if (viewer === 'member') known.user = (await me(member)).id;
    await shown.clock.setFixedTime(new Date());
    const open = watchRequests(shown);
    for (const { name, at } of pages) {
      const address = at(known);
      if (address === undefined) continue;
      // In the narrowest window: photos keep a larger file in a smaller one.
      await resize(shown, 360, heightOf(360));
      await shown.goto(address);
      await take(shown, open, folder, name);
    }
  });
}
