import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The findings of axe that keep somebody out, as "rule: where". */
export async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
