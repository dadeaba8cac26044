import type { Page, Route } from '@playwright/test';

/**
 * Delays the calls to these addresses until `release`, and counts them.
 * @param method  leaves out calls with other methods
 * @param act  handles the calls after `release`; by default they are sent
 */
export async function hold(
  page: Page,
  url: string,
  {
    method,
    act = (route) => route.fallback(),
  }: { method?: string; act?: (route: Route) => Promise<void> } = {},
): Promise<{ release: () => void; calls: () => number }> {
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  let calls = 0;
  await page.route(url, async (route) => {
    if (method && route.request().method() !== method) return route.fallback();
    calls += 1;
    await gate;
    return act(route);
  });
  return { release, calls: () => calls };
}
