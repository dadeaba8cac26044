import type { Stored, ViewReader } from '../../kernel/document-store.js';
import type { Comparison, Filter, Query } from '../../kernel/query.js';
import type { AuditLine } from './audit.js';

/** The pseudo-field of a filter for what the ids of documents that stand for lines begin with, before the id of the line. */
export const ALSO_FIELD = 'also';

/** What lists of lines ask a view. */
export type LineReader = Omit<ViewReader<AuditLine>, 'pick'>;

/**
 * The lines of the view, in the order of their ids, where `$or` has an index for each of its alternatives. No line may meet
 * two of them. Databases sort everything that meets one.
 */
export class Alternatives implements LineReader {
  constructor(private readonly view: LineReader) {}

  get(id: string): Promise<Stored<AuditLine> | null> {
    return this.view.get(id);
  }

  getMany(ids: readonly string[]): Promise<Map<string, Stored<AuditLine>>> {
    return this.view.getMany(ids);
  }

  async find(query: Query): Promise<Stored<AuditLine>[]> {
    const ways = waysOf(query.where ?? {});
    const found = await Promise.all(ways.map((where) => this.ofOne({ ...query, where })));
    if (found.length === 1) return found.flat();
    const turn = query.sort?._id ?? 1;
    return found
      .flat()
      .toSorted(({ _id: one }, { _id: other }) => (one < other ? -turn : turn))
      .slice(0, query.limit);
  }

  async count(where: Filter, most?: number): Promise<number> {
    const counts = await Promise.all(
      waysOf(where).map((way) => this.view.count(behind(way)?.where ?? way, most)),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  private async ofOne(query: Query): Promise<Stored<AuditLine>[]> {
    const also = behind(query.where ?? {});
    if (!also) return this.view.find(query);
    const after = query.after && { after: query.after.map((id) => `${also.prefix}${id}`) };
    const found = await this.view.find({ ...query, where: also.where, ...after });
    const lines = await this.view.getMany(found.map(({ _id }) => _id.slice(also.prefix.length)));
    return [...lines.values()];
  }
}

function waysOf({ $or, ...rest }: Filter): readonly Filter[] {
  return $or ? $or.map((way) => ({ ...rest, ...way })) : [rest];
}

/** The range of ids that stands for a range of lines. */
function behind({
  [ALSO_FIELD]: prefix,
  _id,
}: Filter): { readonly prefix: string; readonly where: Filter } | null {
  if (typeof prefix !== 'string') return null;
  const { $gte, $lt } = _id as Comparison;
  return { prefix, where: { _id: { $gte: `${prefix}${$gte}`, $lt: `${prefix}${$lt}` } } };
}
