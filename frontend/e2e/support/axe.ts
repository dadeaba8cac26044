import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The rules that depend on colours. All others give the same result in both themes. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/**
 * The serious and critical findings of axe, as "rule: element": with all rules in the light theme, with the colour rules in
 * the dark theme.
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
 * Runs axe in the page itself. By default axe uses an extra page to collect the findings of frames. This takes three times
 * as long, and our screens have no frames.
 */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

/** Does not use the theme button, because an open dialog covers it. */
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
