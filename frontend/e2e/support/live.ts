import { expect, type Page, type Request } from '@playwright/test';
import type { LiveMessage } from '../../src/api/types.ts';

function isRead(request: Request): boolean {
  const { pathname } = new URL(request.url());
  return pathname.startsWith('/api/') && pathname !== '/api/live';
}

/**
 * Opens an address and waits until the page's stream of live updates stands and everything is read: of what happens before,
 * the page is perhaps never told, and a stream that stands late has everything read once more.
 */
export async function openLive(page: Page, address: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let stands = false;
  session.on('Network.eventSourceMessageReceived', ({ eventName }) => {
    stands ||= eventName === 'ready';
  });
  const reads = new Set<Request>();
  const begin = (request: Request): void => {
    if (isRead(request)) reads.add(request);
  };
  const end = (request: Request): void => {
    reads.delete(request);
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await page.goto(address);
  await expect.poll(() => stands, 'the stream of live updates stands').toBe(true);
  // By the end of this turn of the page it has begun to read what it reads once more.
  await page.evaluate(() => undefined);
  await expect.poll(() => reads.size, 'everything is read').toBe(0);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  await session.detach();
}

/** Hides the page from its own eyes, or shows it again, as another tab over it would: a hidden one is told nothing. */
export async function setVisible(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isVisible ? 'visible' : 'hidden',
  );
}

/**
 * Gives the page live updates of the test's own, as those of the server tell of what other tests do too. Answers how to
 * send one.
 */
export async function serveLive(page: Page): Promise<(message: Partial<LiveMessage>) => void> {
  const waiting: string[] = ['retry: 1\nevent: ready\nid: 1\ndata: {}\n\n'];
  let wake = (): void => undefined;
  let position = 1;
  // An answer ends with its message; the browser comes back for the next one.
  await page.route('**/api/live*', async (route) => {
    while (waiting.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    await route.fulfill({ contentType: 'text/event-stream', body: waiting.shift()! });
  });
  return (message) => {
    position += 1;
    const data = JSON.stringify({ posts: [], published: [], removed: [], ...message });
    waiting.push(`event: posts\nid: ${position}\ndata: ${data}\n\n`);
    wake();
  };
}
