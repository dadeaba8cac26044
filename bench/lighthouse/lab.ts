import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { installed } from '../installed.js';

const ROOT = path.join(import.meta.dirname, '../../..');
const PACKAGES = path.join(ROOT, 'bench/lighthouse');

/** The phone that Lighthouse imitates. */
const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
/** Slow 3G: milliseconds to and fro, and bytes a second. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

const CONFIRMED = `try { localStorage.setItem('ageVerified', 'true'); } catch { /* no page yet */ }`;
const FIRST_TEXT = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`;
/** The page as it is after its scripts have run, without them, and its loaded pictures with the sizes they have in it. */
const SNAPSHOT = `(() => {
  const page = document.documentElement.cloneNode(true);
  page.querySelectorAll('script, noscript, link[rel=modulepreload]').forEach((part) => part.remove());
  page.querySelectorAll('[style]').forEach((part) => part.removeAttribute('style'));
  const pictures = [...document.images].filter(({ naturalWidth }) => naturalWidth > 0).map((image) => {
    const { width, height } = image.getBoundingClientRect();
    const copy = image.cloneNode();
    copy.removeAttribute('class');
    copy.setAttribute('style', 'width:' + width + 'px;height:' + height + 'px');
    return copy.outerHTML;
  });
  return { html: '<!doctype html>' + page.outerHTML, heading: document.querySelector('h1').textContent, pictures };
})()`;

export interface Snapshot {
  readonly html: string;
  readonly heading: string;
  readonly pictures: readonly string[];
}

/** Of Lighthouse for phones: scores from 0 to 100, times in milliseconds. */
export interface Report {
  readonly scores: Readonly<Record<Category, number>>;
  readonly lcpMs: number;
  readonly blockingMs: number;
  readonly shift: number;
  /** What costs points in the categories but performance. */
  readonly failed: readonly string[];
}

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];

export interface Lab {
  readonly report: (url: string, isOfAge: boolean) => Promise<Report>;
  /** The time until the first text or picture on slow 3G. */
  readonly firstTextMs: (url: string, isOfAge: boolean) => Promise<number>;
  readonly snapshot: (url: string, isOfAge: boolean) => Promise<Snapshot>;
  readonly close: () => Promise<void>;
}

// The packages are installed by the bench itself, so their types are not there when it is compiled.
interface Page {
  setViewport(phone: typeof PHONE): Promise<void>;
  evaluateOnNewDocument(script: string): Promise<unknown>;
  goto(
    url: string,
    options?: { waitUntil: 'networkidle2' | 'domcontentloaded'; timeout: number },
  ): Promise<unknown>;
  evaluate(script: string): Promise<unknown>;
  waitForFunction(script: string, options: { timeout: number }): Promise<{ jsonValue(): Promise<unknown> }>;
  createCDPSession(): Promise<{ send(method: string, options?: object): Promise<unknown> }>;
}
interface Browser {
  createBrowserContext(): Promise<{ newPage(): Promise<Page>; close(): Promise<void> }>;
  close(): Promise<void>;
}
interface Puppeteer {
  launch(options: { executablePath: string; headless: 'shell'; args: readonly string[] }): Promise<Browser>;
}
interface Audit {
  readonly score: number | null;
  readonly numericValue: number;
}
interface LighthouseResult {
  readonly runtimeError?: { readonly message: string };
  readonly audits: Readonly<Record<string, Audit>>;
  readonly categories: Readonly<
    Record<Category, { score: number; auditRefs: readonly { id: string; weight: number }[] }>
  >;
}
type Lighthouse = (
  url: string,
  flags: object,
  config: undefined,
  page: Page,
) => Promise<{ readonly lhr: LighthouseResult }>;

const PATIENCE_MS = 120_000;

/** Lighthouse and the Chromium of the browser tests. Each page is opened in a browser without cache and storage. */
export async function openLab(): Promise<Lab> {
  await installed(PACKAGES);
  const load = (file: string) => import(pathToFileURL(path.join(ROOT, file)).href);
  const { findChromium } = (await load('scripts/chromium.mjs')) as { findChromium: () => Promise<string> };
  const inPackages = 'bench/lighthouse/node_modules';
  const { default: lighthouse } = (await load(`${inPackages}/lighthouse/core/index.js`)) as {
    default: Lighthouse;
  };
  const { default: puppeteer } = (await load(
    `${inPackages}/puppeteer-core/lib/puppeteer/puppeteer-core.js`,
  )) as {
    default: Puppeteer;
  };
  const browser = await puppeteer.launch({
    executablePath: await findChromium(),
    headless: 'shell',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
  const onPage = async <Result>(isOfAge: boolean, work: (page: Page) => Promise<Result>): Promise<Result> => {
    const context = await browser.createBrowserContext();
    try {
      const page = await context.newPage();
      if (isOfAge) await page.evaluateOnNewDocument(CONFIRMED);
      return await work(page);
    } finally {
      await context.close();
    }
  };
  return {
    report: (url, isOfAge) =>
      onPage(isOfAge, async (page) => {
        const flags = { logLevel: 'error', onlyCategories: CATEGORIES, disableFullPageScreenshot: true };
        const { lhr } = await lighthouse(url, flags, undefined, page);
        return reportOf(lhr);
      }),
    firstTextMs: (url, isOfAge) =>
      onPage(isOfAge, async (page) => {
        await page.setViewport(PHONE);
        const devtools = await page.createCDPSession();
        await devtools.send('Network.enable');
        await devtools.send('Network.emulateNetworkConditions', SLOW_3G);
        await page.goto(url, { waitUntil: 'domcontentloaded', timeout: PATIENCE_MS });
        const found = await page.waitForFunction(FIRST_TEXT, { timeout: PATIENCE_MS });
        return (await found.jsonValue()) as number;
      }),
    snapshot: (url, isOfAge) =>
      onPage(isOfAge, async (page) => {
        await page.setViewport(PHONE);
        // Two connections may stay open: live news are one.
        await page.goto(url, { waitUntil: 'networkidle2', timeout: PATIENCE_MS });
        return (await page.evaluate(SNAPSHOT)) as Snapshot;
      }),
    close: () => browser.close(),
  };
}

function reportOf({ runtimeError, audits, categories }: LighthouseResult): Report {
  if (runtimeError) throw new Error(runtimeError.message);
  const valueOf = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const scores = {} as Record<Category, number>;
  for (const category of CATEGORIES) scores[category] = Math.round(categories[category].score * 100);
  const failed = CATEGORIES.slice(1).flatMap((category) =>
    categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  );
  return {
    scores,
    lcpMs: valueOf('largest-contentful-paint'),
    blockingMs: valueOf('total-blocking-time'),
    shift: valueOf('cumulative-layout-shift'),
    failed,
  };
}
