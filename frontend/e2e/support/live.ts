import { expect, type Page, type Request } from '@playwright/test';
import type { LiveMessage } from '../../src/api/generated/schema.d.ts';

function isRead(request: Request): boolean {
  const { pathname } = new URL(request.url());
  return pathname.startsWith('/api/') && !pathname.startsWith('/api/live');
}

/**
 * Opens an address and waits until the live stream is open and all reads have completed. Before that the page may miss
 * events, and a stream that opens late triggers all reads again.
 */
export async function openLive(page: Page, address: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let isOpen = false;
  session.on('Network.eventSourceMessageReceived', ({ eventName }) => {
    isOpen ||= eventName === 'ready';
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
  await expect.poll(() => isOpen, 'the live stream is open').toBe(true);
  // At the end of this task the page has started the reads that it repeats.
  await page.evaluate(() => undefined);
  await expect.poll(() => reads.size, 'all reads have completed').toBe(0);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  await session.detach();
}

/** Makes the page believe that it is hidden or visible. A hidden page receives no live updates. */
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
 * Replaces the live updates of the server, which include the work of other tests. Returns a function that sends the page
 * an update.
 */
export async function serveLive(page: Page): Promise<(message: Partial<LiveMessage>) => void> {
  const now = new Date().toISOString();
  const waiting: string[] = [`retry: 1\nevent: ready\nid: 1\ndata: {"now":"${now}"}\n\n`];
  let wake = (): void => undefined;
  let position = 1;
  // Each response ends after one message. The browser reconnects for the next one.
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
    const data = JSON.stringify({ posts: [], published: [], boosted: [], removed: [], ...message });
    waiting.push(`event: posts\nid: ${position}\ndata: ${data}\n\n`);
    wake();
  };
}
