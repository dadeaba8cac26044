import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Stored, ViewReader } from '../kernel/document-store.js';
import { type Filter, type Scalar, type Sort, sortFields } from '../kernel/query.js';

const PAGE = 200;

/**
 * All documents that match a filter, in order, read page by page; `most` at most, and only those after the cursor `from`. The sort fields must be top-level
 * fields. Documents written meanwhile may be missing, but no document comes twice.
 */
export async function wholeList<Document extends object>(
  view: Pick<ViewReader<Document>, 'find'>,
  where: Filter,
  sort: Sort,
  most = Infinity,
  from: readonly Scalar[] | null = null,
): Promise<Stored<Document>[]> {
  const found: Stored<Document>[] = [];
  for (let after = from; found.length < most;) {
    const limit = Math.min(PAGE, most - found.length);
    const page = await view.find({ where, sort, limit, ...(after && { after }) });
    found.push(...page);
    const last = page.at(-1);
    if (!last || page.length < limit) break;
    // An embedded store answers at once: others have their turn.
    await nextTurn();
    after = sortFields(sort).map(([field]) => last[field as keyof typeof last] as Scalar);
  }
  return found;
}
