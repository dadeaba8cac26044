/**
 * Does `work` for each item, one after the other, also after it failed for one.
 * @throws what the first failure threw, after all items were tried
 */
export async function forEachSettled<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const problems: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      problems.push(error);
    }
  }
  if (problems.length > 0) throw problems[0];
}

/** Waits for all of them. @throws what the first failure threw, after all have ended */
export async function allSettled(works: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
}
