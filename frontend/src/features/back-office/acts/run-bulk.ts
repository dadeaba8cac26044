/** How many requests of one bulk act run at the same time. */
const PARALLEL = 4;

export interface Progress<Result> {
  done: readonly Result[];
  failed: number;
  /** The first error, if there is one. */
  error: unknown;
}

/**
 * Does the same with many items, one call each, four at a time. Reports the progress after each call, and goes on after
 * errors. After `signal` is aborted it starts no more calls.
 */
export async function runBulk<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
  { onProgress, signal }: { onProgress: (progress: Progress<Result>) => void; signal: AbortSignal },
): Promise<Progress<Result>> {
  const done: Result[] = [];
  let failed = 0;
  let firstError: unknown;
  let next = 0;
  const progress = (): Progress<Result> => ({ done: [...done], failed, error: firstError });
  const work = async (): Promise<void> => {
    while (next < items.length && !signal.aborted) {
      const item = items[next]!;
      next += 1;
      try {
        done.push(await act(item));
      } catch (error) {
        failed += 1;
        firstError ??= error;
      }
      onProgress(progress());
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, items.length) }, work));
  return progress();
}
