import type { Browser, BrowserContext, Page } from '@playwright/test';

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

/**
 * One browser context for the tests of a worker. Starting a context for each test takes more processor time than most
 * tests: every time the browser starts a process, loads the libraries and compiles them.
 */
export class SharedContext {
  readonly context: BrowserContext;
  /** What pages of the running test did against the content security policy. */
  readonly violations: string[];
  /** The options of the tests that use it. */
  readonly options: string;
  readonly #site: string;
  /** Never closed, so that the process of the site stays. It shows no page of the browser code. */
  readonly #keeper: Page;

  private constructor(
    context: BrowserContext,
    violations: string[],
    options: string,
    site: string,
    keeper: Page,
  ) {
    this.context = context;
    this.violations = violations;
    this.options = options;
    this.#site = site;
    this.#keeper = keeper;
  }

  /** Opens a context with the options of the running test, which Playwright passes to all new contexts. */
  static async open(browser: Browser, site: string, options: string): Promise<SharedContext> {
    const context = await browser.newContext();
    const violations = await watchPolicy(context);
    const keeper = await context.newPage();
    await keeper.goto('/health/live');
    return new SharedContext(context, violations, options, site, keeper);
  }

  /**
   * Makes the context like a new one, HTTP cache aside: no pages, routes, cookies, stored data and permissions. Returns false
   * if that is not possible: a clock that a test has installed stays for all later pages.
   */
  async clear(): Promise<boolean> {
    const pages = this.context.pages().filter((page) => page !== this.#keeper);
    await Promise.all(pages.map((page) => page.close()));
    this.violations.length = 0;
    await this.context.unrouteAll();
    await this.context.setOffline(false);
    await this.context.clearPermissions();
    await this.context.clearCookies();
    const session = await this.context.newCDPSession(this.#keeper);
    await session.send('Storage.clearDataForOrigin', { origin: this.#site, storageTypes: 'all' });
    await session.detach();
    await this.#keeper.reload();
    return this.#keeper.evaluate(() => {
      localStorage.clear();
      return `${setTimeout}`.includes('[native code]');
    });
  }
}
