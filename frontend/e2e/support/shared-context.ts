import type { Browser, BrowserContext } from '@playwright/test';

/** Records what the pages of a context do against the content security policy. Returns the growing list. */
export async function watchPolicy(context: BrowserContext): Promise<string[]> {
  const violations: string[] = [];
  await context.exposeBinding('reportViolation', (_, violation: string) => {
    violations.push(violation);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (violation) => {
      const { documentURI, effectiveDirective, blockedURI, sourceFile, lineNumber } = violation;
      const text = `${effectiveDirective} ${blockedURI} at ${documentURI} (${sourceFile}:${lineNumber})`;
      (globalThis as unknown as { reportViolation: (text: string) => void }).reportViolation(text);
    });
  });
  return violations;
}

const SLOWDOWN = Number(process.env.TEST_SLOWDOWN ?? 1);

/** Slows the processor down for the pages of a context, as `npm run verify -- browser-races` asks. */
export function slowDown(context: BrowserContext): void {
  if (SLOWDOWN === 1) return;
  context.on('page', async (page) => {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  });
}

/** Lets time stand still in the pages of a context, until a test installs a clock. */
export async function stopTime(context: BrowserContext, at: string): Promise<void> {
  await context.addInitScript((time) => {
    const Moving = Date;
    globalThis.Date = new Proxy(Moving, {
      construct: (target, values) => Reflect.construct(target, values.length === 0 ? [time] : values),
      apply: () => new Moving(time).toString(),
      get: (target, name) => (name === 'now' ? () => time : (Reflect.get(target, name) as unknown)),
    });
  }, Date.parse(at));
}

/**
 * One browser context for the tests of a worker. Starting a context for each test takes more processor time than most
 * tests: every time the browser starts a process, loads the libraries and compiles them.
 */
export interface SharedContext {
  readonly context: BrowserContext;
  /** What pages of the running test did against the content security policy. */
  readonly violations: readonly string[];
  /** The options of the tests that use it. */
  readonly options: string;
  /**
   * Makes the context like a new one, HTTP cache aside: no pages, routes, cookies, stored data and permissions. Returns false
   * if that is not possible: a clock that a test has installed stays for all later pages.
   */
  clear(): Promise<boolean>;
}

/** Opens a context with the options of the running test, which Playwright passes to all new contexts. */
export async function openSharedContext(
  browser: Browser,
  site: string,
  options: string,
): Promise<SharedContext> {
  const context = await browser.newContext();
  const violations = await watchPolicy(context);
  slowDown(context);
  // Never closed, so that the process of the site stays. It shows no page of the browser code.
  const keeper = await context.newPage();
  await keeper.goto('/health/live');
  async function clear(): Promise<boolean> {
    const pages = context.pages().filter((page) => page !== keeper);
    await Promise.all(pages.map((page) => page.close()));
    violations.length = 0;
    await context.unrouteAll();
    await context.setOffline(false);
    await context.clearPermissions();
    await context.clearCookies();
    const session = await context.newCDPSession(keeper);
    await session.send('Storage.clearDataForOrigin', { origin: site, storageTypes: 'all' });
    await session.detach();
    await keeper.reload();
    return keeper.evaluate(() => {
      localStorage.clear();
      return `${setTimeout}`.includes('[native code]');
    });
  }
  return { context, violations, options, clear };
}
