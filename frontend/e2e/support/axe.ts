import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type Axe from 'axe-core';
import { isWhole } from './scope.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Theme = 'light' | 'dark';

/** The rules that depend on colours. All others give the same result in both themes. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** Found, although axe calls it moderate: content outside of landmarks, such as a menu at the end of the page. */
const ALSO = 'region';

/**
 * The serious and critical findings of axe, and content outside of landmarks, as "rule: element": with all rules in
 * the light theme, with the colour rules in the dark theme.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  return [...(await findingsIn(page, 'light')), ...(await findingsIn(page, 'dark', RULES_OF_COLOUR))];
}

/**
 * Expects no serious findings of axe and no sideways scrolling in windows of these widths: in the first in the light theme,
 * in others in the dark one. `npm run verify` looks at both in each.
 */
export async function expectWellAtWidths(page: Page, widths = [1440, 360]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const theme = width === widths[0] ? 'light' : 'dark';
    expect(isWhole ? await seriousFindings(page) : await findingsIn(page, theme)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

/** What axe finds in the light theme by these rules, which it leaves out by itself or takes less seriously. */
export function findingsBy(page: Page, ...rules: string[]): Promise<string[]> {
  return findingsIn(page, 'light', rules);
}

/**
 * Runs axe in the page, by default with all rules. Not through `@axe-core/playwright`, which injects axe twice for every
 * run: this takes longer than the run.
 */
async function findingsIn(page: Page, theme: Theme, rules?: string[]): Promise<string[]> {
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async ([worn, chosen, also]) => {
      // Not by the theme button, because an open dialog covers it.
      document.documentElement.dataset.theme = worn;
      // In the middle of a transition a text may have too little contrast. One that a new width starts is there in the next
      // frame, and one may start another.
      for (;;) {
        await new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        });
        const ending = document
          .getAnimations()
          .filter(
            ({ effect, playState }) =>
              playState !== 'finished' && effect?.getComputedTiming().endTime !== Infinity,
          );
        if (ending.length === 0) break;
        await Promise.allSettled(ending.map(({ finished }) => finished));
      }
      const { axe } = window as unknown as { axe: typeof Axe };
      const { violations } = await axe.run(document, {
        resultTypes: ['violations'],
        preload: false,
        ...(chosen && { runOnly: chosen }),
      });
      document.documentElement.dataset.theme = 'light';
      return violations
        .filter(({ id, impact }) => chosen || impact === 'serious' || impact === 'critical' || id === also)
        .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${worn}: ${id}: ${target.join(' ')}`));
    },
    [theme, rules, ALSO] as const,
  );
}
