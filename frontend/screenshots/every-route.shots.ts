import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { enterBackOffice, loginPathOf } from '../e2e/support/admins.ts';
import { call, me, type Person } from '../e2e/support/api.ts';
import { buyBoost } from '../e2e/support/checkout.ts';
import { comment } from '../e2e/support/community.ts';
import { fillWithDemo } from '../e2e/support/server.ts';
import { test as base } from '../e2e/support/site.ts';
import { publish } from '../e2e/support/visitor.ts';
import { type Known, pagesOf, type Viewer } from './pages.ts';

/** The windows, and the size of the text in them. */
const windows = [
  { width: 360, text: '100%', name: '360' },
  { width: 360, text: '200%', name: '360-large-text' },
  { width: 768, text: '100%', name: '768' },
  { width: 1440, text: '100%', name: '1440' },
];
const themes = ['light', 'dark'];
/** As high as a small phone, and as a laptop. */
const heightOf = (width: number): number => (width < 768 ? 740 : 900);
const words = (process.env.SCREENSHOT_WORDS ?? '').split(' ').filter(Boolean);

const test = base.extend<object, { hasDemo: boolean }>({
  hasDemo: [false, { scope: 'worker', option: true }],
  dataDir: async ({ dataDir, hasDemo }, use) => {
    if (hasDemo) await fillWithDemo(dataDir);
    await use(dataDir);
  },
});

/** Waits until the page has loaded, with what it reads and its pictures, and nothing moves. */
async function expectSettled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.animate-breathe')).toHaveCount(0);
  // Pictures below the window load after the first scroll.
  await page.evaluate(() => {
    window.scrollBy(0, 1);
    window.scrollBy(0, -1);
  });
  await expect
    .poll(() =>
      page.evaluate(() => {
        const inView = [...document.images].filter(
          (image) => image.getBoundingClientRect().top < 2 * innerHeight,
        );
        return inView.every(({ complete }) => complete) && document.fonts.status === 'loaded';
      }),
    )
    .toBe(true);
}

/** Takes the pictures of a page in all windows and both themes. */
async function take(page: Page, folder: string, name: string): Promise<void> {
  for (const theme of themes) {
    await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme);
    await page.reload();
    for (const { width, text, name: window } of windows) {
      await page.setViewportSize({ width, height: heightOf(width) });
      await page.evaluate((size) => void (document.documentElement.style.fontSize = size), text);
      await expectSettled(page);
      const file = path.join(folder, `${window}-${theme}`, `${name.replaceAll('$', '')}.png`);
      await page.screenshot({ path: file, fullPage: true });
    }
  }
}

/** The first of a list of the back office; undefined if it is empty. */
async function firstOf<Row>(owner: Person, list: string): Promise<Row | undefined> {
  const answer = await (await owner.request.get(`/api/rtm-sys/${list}`)).json();
  return (Array.isArray(answer) ? answer : Object.values(answer).find(Array.isArray))?.[0];
}

/** Finds something to show on each page. */
async function know(owner: Page, post: string | undefined): Promise<Known> {
  const idIn = async (list: string) => (await firstOf<{ id: string }>(owner, list))?.id;
  return {
    login: await loginPathOf(owner),
    post: post ?? (await idIn('posts')),
    user: (await firstOf<{ ownerId: string }>(owner, 'posts'))?.ownerId,
    appeal: await idIn('appeals'),
    event: await idIn('audit'),
    payment: await idIn('payments'),
    reconciliation: await idIn('payments/reconciliation'),
    projection: (await firstOf<{ name: string }>(owner, 'projections'))?.name,
    rater: await idIn('raters'),
  };
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
    for (const { name, at } of pages) {
      const address = at(known);
      if (address === undefined) continue;
      await shown.goto(address);
      await take(shown, folder, name);
    }
  });
}
