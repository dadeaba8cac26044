import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { openLive, serveLive } from './live.ts';

/** What a frame after a tap on a card shows. */
interface Frame {
  readonly shows: 'list' | 'post' | 'neither';
  readonly top: number;
}

/** The path of the script with the component of a route. */
export async function scriptOf(route: string): Promise<string> {
  const built = await readFile(path.join(import.meta.dirname, '../../dist/routes.json'), 'utf8');
  return (JSON.parse(built) as Record<string, [string]>)[route]![0];
}

/** The path of the script with this text: the names of scripts say nothing. */
export async function scriptWith(text: string): Promise<string> {
  const folder = path.join(import.meta.dirname, '../../dist/assets');
  for (const name of await readdir(folder)) {
    if (name.endsWith('.js') && (await readFile(path.join(folder, name), 'utf8')).includes(text)) {
      return `/assets/${name}`;
    }
  }
  throw new Error(`no script has ${text}`);
}

/** Waits until the page can show a post without loading more code, as it does soon after the first move of a pointer. */
export async function loadPostCode(page: Page): Promise<void> {
  await page.mouse.move(1, 1);
  await page.mouse.move(3, 3);
  const code = await scriptOf('post.$id');
  const loaded = (): Promise<string[]> =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  await expect.poll(loaded).toContain(code);
  // Until it has run, with all that it imports.
  await page.evaluate((address) => import(address), code);
}

/** Opens a list of posts and scrolls to its end. Posts of other tests do not move it. Returns the offset. */
export async function scrolledBoard(page: Page, address: string, ids: readonly string[]): Promise<number> {
  await serveLive(page);
  await openLive(page, address);
  await loadPostCode(page);
  for (const id of ids) await expect(page.locator(`a[href="/post/${id}"]`).first()).toBeAttached();
  await page.evaluate(async () => {
    await document.fonts.ready;
    const scrolled = new Promise((resolve) => document.addEventListener('scroll', resolve, { once: true }));
    window.scrollTo({ top: document.documentElement.scrollHeight });
    await scrolled;
  });
  const offset = await page.evaluate(() => window.scrollY);
  expect(offset).toBeGreaterThan(200);
  return offset;
}

/**
 * What the frames of {@link watchOpening} show in a row. How many still show the list is the machine's: one for the view
 * transition, and one wherever a busy main thread yields.
 */
export const listThenPost = /^(list )*post( post)*$/;

/**
 * Taps the card of a post. Returns what the next frames show, from the first that the browser draws after the tap. No
 * timer that starts meanwhile ends in them, so that an opening which waits for one is not seen.
 */
export function watchOpening(page: Page, id: string, frames = 20): Promise<readonly Frame[]> {
  return page.evaluate(
    ([post, count]) =>
      new Promise<Frame[]>((resolve) => {
        const seen: Frame[] = [];
        const { setTimeout: start } = window;
        window.setTimeout = ((run: TimerHandler, delay = 0, ...values: unknown[]) =>
          start(run, delay && delay + 60_000, ...values)) as typeof setTimeout;
        const link = document.querySelector<HTMLElement>(`main a[href="/post/${post}"]`)!;
        const look = (): void => {
          const text = document.querySelector('main')?.textContent ?? '';
          const isList = link.isConnected && !text.includes('Loading post…');
          seen.push({
            shows: text.includes('Current Rating') ? 'post' : isList ? 'list' : 'neither',
            top: window.scrollY,
          });
          if (seen.length < count) return void requestAnimationFrame(look);
          window.setTimeout = start;
          resolve(seen);
        };
        requestAnimationFrame(() => {
          link.click();
          requestAnimationFrame(look);
        });
      }),
    [id, frames] as const,
  );
}
