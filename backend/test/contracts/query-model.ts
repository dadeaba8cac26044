import { type Query, comparePlaces, matches, placeIn } from '../../src/kernel/query.js';

/** The documents of a query without `after`. */
export function page<Document extends { readonly _id: string }>(
  documents: readonly Document[],
  { where = {}, sort, limit }: Query,
): Document[] {
  return documents
    .filter((document) => matches(document, where))
    .toSorted((one, other) => comparePlaces(placeIn(one, sort), placeIn(other, sort), sort))
    .slice(0, limit);
}
