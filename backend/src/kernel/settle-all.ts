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
