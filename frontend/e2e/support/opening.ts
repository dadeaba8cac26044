import { expect, type Page } from '@playwright/test';
import { openLive, serveLive } from './live.ts';

/** What a frame after a tap on a card shows. */
interface Frame {
  readonly isPost: boolean;
  readonly isSkeleton: boolean;
  readonly top: number;
}

/** Waits until the page can show a post without loading more code, as it does soon after the first move of a pointer. */
export async function loadPostCode(page: Page): Promise<void> {
  await page.mouse.move(1, 1);
  await page.mouse.move(3, 3);
  await expect
    .poll(() =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .some(({ name, duration }) => /\/assets\/post\._id-/.test(name) && duration > 0),
      ),
    )
    .toBe(true);
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

/** Taps the card of a post. Returns what the next frames show, from the first that the browser draws after the tap. */
export function watchOpening(page: Page, id: string, frames = 20): Promise<readonly Frame[]> {
  return page.evaluate(
    ([post, count]) =>
      new Promise<Frame[]>((resolve) => {
        const seen: Frame[] = [];
        const look = (): void => {
          const text = document.querySelector('main')?.textContent ?? '';
          seen.push({
            isPost: text.includes('Current Rating'),
            isSkeleton: text.includes('Loading post…'),
            top: window.scrollY,
          });
          if (seen.length === count) resolve(seen);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(() => {
          document.querySelector<HTMLElement>(`main a[href="/post/${post}"]`)!.click();
          requestAnimationFrame(look);
        });
      }),
    [id, frames] as const,
  );
}
