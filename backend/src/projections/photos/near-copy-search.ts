import type { Stored, ViewReader } from '../../kernel/document-store.js';
import type { Filter, Scalar } from '../../kernel/query.js';
import { BANDS, bandsOfNearCopies } from './near-copy.js';

/** How many documents are read at once. */
const MOST = 1000;

/**
 * Whether `matches` is true of a document that matches `where` and shares a quarter with one of the hashes, or nearly. The documents have the
 * quarters of their hashes in `bands`.
 */
export async function someNear<Document extends object>(
  view: ViewReader<Document>,
  hashes: readonly string[],
  where: Filter,
  matches: (document: Stored<Document>) => boolean,
): Promise<boolean> {
  const near = bandsOfNearCopies(hashes);
  const alike = { ...where, $or: BANDS.map((band) => ({ [`bands.${band}`]: { $in: near[band] } })) };
  // Any number of pictures may share a quarter: read them in pages, ordered by id.
  for (let after: readonly Scalar[] | null = null; ;) {
    const page: Stored<Document>[] = await view.find({ where: alike, limit: MOST, ...(after && { after }) });
    if (page.some(matches)) return true;
    const last = page.at(-1);
    if (!last || page.length < MOST) return false;
    after = [last._id];
  }
}
