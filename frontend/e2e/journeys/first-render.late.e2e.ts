import { rm } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { comment } from '../support/community.ts';
import { renderedPages, waitForScripts } from '../support/server-pages.ts';
import { test } from '../support/site.ts';
import { enter } from '../support/visitor.ts';
import { buildWarningApp, runWarningApp } from '../support/warning-app.ts';

/** What the browser itself says about answers that are no success, which some of the pages have. */
const ANSWERS = /Failed to load resource/;

test('the first render of the browser is that of the server, by another clock, in another time zone', async ({
  browser,
  site,
  other,
  post,
  newPerson,
}) => {
  await comment(other, post, 'What a calm picture');
  const addresses = Object.keys(await renderedPages(post, other));
  const storageState = await (await newPerson()).request.storageState();
  const folder = await buildWarningApp();
  for (const [theme, who, shown] of [
    ['light', { storageState: undefined }, addresses],
    // Somebody who is signed in may see more than the visitors' page of what is missing: the browser asks.
    ['dark', { storageState }, addresses.filter((address) => !/0000-/.test(address))],
  ] as const) {
    // Where it is tomorrow already.
    const context = await browser.newContext({
      ...who,
      baseURL: site,
      timezoneId: 'Pacific/Kiritimati',
    });
    const page = await context.newPage();
    waitForScripts(page);
    await enter(page);
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
    await page.clock.install({ time: Date.now() + 5 * 86_400_000 });
    await runWarningApp(page, folder);
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => {
      if (/warning|error/.test(message.type()) && !ANSWERS.test(message.text()))
        problems.push(message.text());
    });
    for (const address of shown) {
      await page.goto(address);
      await expect(page.locator('#state')).toBeAttached();
      expect.soft({ address, problems }).toEqual({ address, problems: [] });
      problems.length = 0;
    }
    await context.close();
  }
  await rm(folder, { recursive: true, force: true });
});
