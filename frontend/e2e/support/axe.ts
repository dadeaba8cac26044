import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The rules that colours can break; all others hold in either theme or in none. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/**
 * The findings of axe that keep somebody out, as "rule: where": in the light theme by all rules, in the dark one by those
 * of colour.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  const light = await axe(page).analyze();
  await wear(page, 'dark');
  const dark = await axe(page).withRules(RULES_OF_COLOUR).analyze();
  await wear(page, 'light');
  return [
    ...serious(light.violations).map((finding) => `light: ${finding}`),
    ...serious(dark.violations).map((finding) => `dark: ${finding}`),
  ];
}

/**
 * Axe in the page itself. Its usual way gathers the findings of frames on a page of its own; that takes three times as
 * long, and our screens have no frames.
 */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

/** Not by the button, which an open dialog covers. */
const wear = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
  }, theme);

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

function serious(violations: Violations): string[] {
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
