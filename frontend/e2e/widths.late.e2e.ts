import { expect, type Page } from '@playwright/test';
import { seriousFindings } from './support/axe.ts';
import { badge, buyBoost } from './support/checkout.ts';
import { test } from './support/site.ts';
import { editProfile, newName, profileMenu } from './support/visitor.ts';

const widths = [320, 360, 480, 600, 768, 1024, 1440];
const PHONE = 640;
/** The smallest size of what thumbs press, in pixels. */
const THUMB = 44;

interface Control {
  name: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The controls of the header, or of the bar, from left to right. */
const controlsIn = (page: Page, part: string): Promise<Control[]> =>
  page.evaluate(
    (selector) =>
      [...document.querySelectorAll<HTMLElement>(`${selector} :is(a, button)`)]
        .filter((control) => control.checkVisibility({ visibilityProperty: true }))
        .map((control) => {
          const { left, right, top, bottom } = control.getBoundingClientRect();
          return { name: control.ariaLabel ?? control.innerText, left, right, top, bottom };
        })
        .sort((one, other) => one.left - other.left),
    part,
  );

/** Expects that the controls are beside each other in their row, none cut, wrapped or on another. */
async function expectOneRow(page: Page, part: string, width: number): Promise<void> {
  const controls = await controlsIn(page, part);
  expect(controls.length).toBeGreaterThan(1);
  const row = (await page.locator(part).first().boundingBox())!;
  const wrong = controls.filter(
    ({ left, right, top, bottom }, index) =>
      left < (controls[index - 1]?.right ?? 0) ||
      right > row.x + row.width ||
      top < row.y ||
      bottom > row.y + row.height ||
      bottom - top > 60 ||
      (width < PHONE && (bottom - top < THUMB || right - left < THUMB)) ||
      right - left < 24,
  );
  expect({ width, wrong }).toEqual({ width, wrong: [] });
}

/** Expects that header and bar fit at every width. */
async function expectFits(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    // The new size arrives a moment later.
    await expect(() => expectOneRow(page, 'header > div', width)).toPass();
    if (width < PHONE) await expect(() => expectOneRow(page, '.bottom-bar', width)).toPass();
    else await expect(page.locator('.bottom-bar')).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await seriousFindings(page)).toEqual([]);
}

test('the header fits at every width for visitors', async ({ page, post }) => {
  for (const address of ['/leaderboard', '/leaderboard?tab=week', `/post/${post}`]) {
    await page.goto(address);
    await expectFits(page);
  }
});

test('the header fits at every width with a long name, many boosts and a back office', async ({
  user: page,
}) => {
  await editProfile(page, { displayUsername: newName('Bartholomew Featherstone').slice(0, 30) });
  // The link to the back office takes the most room.
  await page.route('**/api/auth/me', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), isAdmin: true } });
  });
  await page.goto('/leaderboard');
  await expect(profileMenu(page)).toBeVisible();
  await expectFits(page);

  await buyBoost(page, 'mega');
  await page.route('**/api/boosts/unclaimed', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), count: 128 } });
  });
  await page.goto('/leaderboard');
  await expect(badge(page, '128 Unused Boosts')).toBeVisible();
  await expectFits(page);

  // Without the room for it in the header, the back office is in the menu.
  await page.setViewportSize({ width: 768, height: 740 });
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toBeHidden();
  await profileMenu(page).click();
  await expect(page.getByRole('menuitem', { name: 'Admin' })).toBeVisible();
});

test('the bar is below a dialog and the age gate, and no focused element is below the bar', async ({
  user: page,
  ownPost,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/post/${ownPost}`);
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar).toBeVisible();
  const covered: string[] = [];
  const seen: string[] = [];
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const nav = document.querySelector('.bottom-bar')!;
      if (!element || element === document.body) return undefined;
      const { top } = element.getBoundingClientRect();
      const isInBar = nav.contains(element);
      const isCovered =
        !isInBar &&
        nav.checkVisibility({ visibilityProperty: true }) &&
        top >= nav.getBoundingClientRect().top;
      return { name: `${element.tagName} ${element.ariaLabel ?? element.textContent}`, isCovered, isInBar };
    });
    if (!focused) break;
    seen.push(focused.name);
    if (focused.isCovered) covered.push(focused.name);
  }
  expect(covered).toEqual([]);
  expect(seen.length).toBeGreaterThan(10);
  // The bar comes last.
  expect(seen.slice(-4)).toEqual(['A Board', 'A Upload', 'A My Posts', 'A Me']);

  await page.evaluate(() => localStorage.removeItem('ageVerified'));
  const gated = await page.context().newPage();
  await gated.setViewportSize({ width: 360, height: 740 });
  await gated.goto('/leaderboard');
  await expect(gated.getByRole('dialog')).toBeVisible();
  await expect(gated.locator('.bottom-bar')).toBeHidden();
});

test('in a low window the bar is at the end of the page only', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 320 });
  await page.goto('/termsofservice');
  const bar = page.locator('.bottom-bar');
  await expect(bar).not.toBeInViewport();
  await bar.scrollIntoViewIfNeeded();
  await expect(bar).toBeInViewport({ ratio: 1 });
});
