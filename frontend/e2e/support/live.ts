import type { Page } from '@playwright/test';
import type { LiveMessage } from '../../src/api/types.ts';

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
