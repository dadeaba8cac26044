import { expect } from '@playwright/test';
import { comment } from '../support/community.ts';
import { renderedPages } from '../support/server-pages.ts';
import { test } from '../support/site.ts';

test('pages without scripts are read whole, and lead from the board to a post and its author', async ({
  browser,
  site,
  other,
  post,
}) => {
  await comment(other, post, 'Read without scripts');
  const context = await browser.newContext({ baseURL: site, javaScriptEnabled: false });
  const page = await context.newPage();
  const heading = page.getByRole('heading', { level: 1 });
  const asking = page.locator('body > noscript');
  // Nothing remembers it.
  const enter = async () => {
    const boxes = await page.getByRole('checkbox').all();
    for (const box of boxes) {
      await expect(heading).toBeHidden();
      await box.check();
    }
    return boxes.length;
  };

  await test.step('links and forms lead on', async () => {
    await page.goto('/leaderboard');
    await enter();
    await page.getByRole('link', { name: 'This Week' }).click();
    await expect(page).toHaveURL('/leaderboard?tab=week');
    await enter();
    // The best of the week are first.
    await page.getByRole('link', { name: 'Recent' }).click();
    await expect(page).toHaveURL('/leaderboard?tab=week&sort=recent');
    await enter();
    await page.locator(`a[href="/post/${post}"]`).first().click();
    await expect(page).toHaveURL(`/post/${post}`);
    await enter();
    await expect(page.getByText('Read without scripts')).toBeVisible();
    await page.getByRole('region', { name: 'Author' }).getByRole('link').click();
    await expect(page).toHaveURL(/\/user\//);
    await enter();
    const name = await heading.innerText();
    await page.goto('/leaderboard');
    await enter();
    await page.getByLabel('Search by username').fill(name);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\?search=/);
    await enter();
    await expect(page.locator(`a[href="/post/${post}"]`)).toBeVisible();
  });

  await test.step('every page that the server renders fits', async () => {
    for (const [address, text] of Object.entries(await renderedPages(post, other))) {
      await page.goto(address);
      expect(await enter()).toBe(/terms|privacy/.test(address) ? 0 : 2);
      await expect(heading).toHaveText(text);
      await expect(asking).toBeHidden();
      if (/login|register/.test(address)) await expect(page.locator('main noscript')).toBeVisible();
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(width);
      }
    }
  });

  await test.step('the pages of a list miss nothing and double nothing', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => `Number ${60 - index}`);
    for (const text of numbers.toReversed()) await comment(other, post, text);
    const shown = () => page.getByText(/^Number \d+$/).allTextContents();
    await page.goto(`/post/${post}`);
    await enter();
    const first = await shown();
    await page.getByRole('link', { name: 'Next Page' }).click();
    await expect(page).toHaveURL(/\?after=/);
    await enter();
    expect([...first, ...(await shown())]).toEqual(numbers);
    await page.getByRole('link', { name: 'First Page' }).click();
    await expect(page).toHaveURL(`/post/${post}#comments`);
  });

  await test.step('any other page asks for scripts', async () => {
    await page.goto('/account/settings');
    await expect(asking).toBeVisible();
    expect(await asking.evaluate(({ textContent }) => textContent)).toContain('This page needs JavaScript.');
    await expect(asking.getByRole('link', { name: 'Go to Footnote' })).toHaveAttribute('href', '/');
  });
  await context.close();
});
