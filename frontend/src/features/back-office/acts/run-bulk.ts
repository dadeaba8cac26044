/** How many requests of one bulk act run at the same time. */
const PARALLEL = 4;

/** How far a bulk act is. */
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
  let progress: Progress<Result> = { done: [], failed: 0, error: undefined };
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length && !signal.aborted) {
      const item = items[next]!;
      next += 1;
      try {
        const result = await act(item);
        progress = { ...progress, done: [...progress.done, result] };
      } catch (error) {
        progress = { ...progress, failed: progress.failed + 1, error: progress.error ?? error };
      }
      onProgress(progress);
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, items.length) }, work));
  return progress;
}
