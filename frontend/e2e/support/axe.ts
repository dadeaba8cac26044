import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type Axe from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that depend on colours. All others give the same result in both themes. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/**
 * The serious and critical findings of axe, and content outside of landmarks, as "rule: element": with all rules in
 * the light theme, with the colour rules in the dark theme.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  const light = await violations(page);
  await wear(page, 'dark');
  const dark = await violations(page, RULES_OF_COLOUR);
  await wear(page, 'light');
  return [
    ...serious(light).map((finding) => `light: ${finding}`),
    ...serious(dark).map((finding) => `dark: ${finding}`),
  ];
}

/** Expects no serious findings of axe and no sideways scrolling in windows of these widths. */
export async function expectWellAtWidths(page: Page, widths = [1440, 360]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

/**
 * Runs axe in the page, by default with all rules. Not through `@axe-core/playwright`, which injects axe twice for every
 * run: this takes longer than the run.
 */
async function violations(page: Page, rules?: string[]): Promise<Axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  // In the middle of a transition a text may have too little contrast. One that a new width starts is there in the next
  // frame, and one may start another.
  await page.evaluate(async () => {
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
      if (ending.length === 0) return;
      await Promise.allSettled(ending.map(({ finished }) => finished));
    }
  });
  const options: Axe.RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const results = await page.evaluate(
    (chosen) => (window as unknown as { axe: typeof Axe }).axe.run(document, chosen),
    options,
  );
  return results.violations;
}

/** Does not use the theme button, because an open dialog covers it. */
const wear = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
  }, theme);

/** Found, although axe calls it moderate: content outside of landmarks, such as a menu at the end of the page. */
const ALSO = 'region';

function serious(found: Axe.Result[]): string[] {
  return found
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === ALSO)
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
