import type { Stored, ViewReader } from '../../kernel/document-store.js';
import type { Filter, Query } from '../../kernel/query.js';

/**
 * A view in which `$or` has an index for each of its alternatives, in the order of ids. No document may meet two of them.
 * Databases sort everything that meets one.
 */
export class Alternatives<Document> implements ViewReader<Document> {
  constructor(private readonly view: ViewReader<Document>) {}

  get(id: string): Promise<Stored<Document> | null> {
    return this.view.get(id);
  }

  getMany(ids: readonly string[]): Promise<Map<string, Stored<Document>>> {
    return this.view.getMany(ids);
  }

  async find(query: Query): Promise<Stored<Document>[]> {
    const ways = waysOf(query.where ?? {});
    const found = await Promise.all(ways.map((where) => this.view.find({ ...query, where })));
    if (found.length === 1) return found.flat();
    const turn = query.sort?._id ?? 1;
    return found
      .flat()
      .toSorted(({ _id: one }, { _id: other }) => (one < other ? -turn : turn))
      .slice(0, query.limit);
  }

  async count(where: Filter, most?: number): Promise<number> {
    const counts = await Promise.all(waysOf(where).map((way) => this.view.count(way, most)));
    return counts.reduce((sum, count) => sum + count, 0);
  }
}

function waysOf({ $or, ...rest }: Filter): readonly Filter[] {
  return $or ? $or.map((way) => ({ ...rest, ...way })) : [rest];
}
