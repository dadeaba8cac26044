import type { Stored } from '../document-store.js';
import {
  type Comparison,
  type Filter,
  type Query,
  type Scalar,
  comparePlaces,
  matches,
  placeIn,
  valueAt,
} from '../query.js';
import type { DependencyRecord, ReadPart } from './dependency-record.js';

/** A change of one document: null where it did not or does not exist. */
export interface DocumentChange {
  readonly id: string;
  readonly position: number;
  /** As it was stored. */
  readonly before: Stored<object> | null;
  /** After the change. */
  readonly document: object | null;
}

type Asked = Pick<Query, 'where' | 'sort' | 'after'> & { readonly limit: number | null };

/** The field of a filter that must have one of a few texts, and these texts. */
interface Key {
  readonly field: string;
  readonly values: readonly string[];
}

/** The result of a query, or a count of documents, that recorded work has asked for. */
export class QueryDependency implements ReadPart {
  readonly readers = new Set<DependencyRecord>();
  /** The ids of the documents that were found, or their number; null while the store is asked. */
  result: readonly string[] | number | null = null;
  isChanged = false;
  /** The place of the last document that was found; null while more would be found after it. */
  private last: readonly Scalar[] | null = null;

  /** The top-level fields that the result depends on. */
  readonly fields: readonly string[];
  readonly key: Key | null;

  constructor(
    readonly text: string,
    readonly query: Asked,
    private readonly onUnused: (selection: QueryDependency) => void,
  ) {
    this.fields = fieldsOf(query);
    this.key = keyOf(query.where);
  }

  unused(): void {
    this.onUnused(this);
  }

  found(documents: readonly Stored<object>[]): void {
    this.result = documents.map(({ _id }) => _id);
    const end = documents.at(-1);
    if (end && documents.length === this.query.limit) this.last = placeIn(end, this.query.sort);
  }

  /** Whether a change of a document may change the result. It does not depend on documents after the last one found. */
  isTouchedBy(before: object | null, after: object | null): boolean {
    const [was, is] = [this.has(before), this.has(after)];
    return this.query.limit === null ? was !== is : was || is;
  }

  private has(document: object | null): boolean {
    if (!document || !matches(document, this.query.where ?? {})) return false;
    const { after, sort } = this.query;
    if (!after && !this.last) return true;
    const place = placeIn(document, sort);
    return (
      (!after || comparePlaces(place, after, sort) > 0) &&
      (!this.last || comparePlaces(place, this.last, sort) <= 0)
    );
  }
}

/** How many selections that name no value are compared with each change of a view. */
const MOST_COMPARED = 1000;

/**
 * The selections of a view. Those whose filter names values of a field are found by these values, so that a change is
 * compared with few of them.
 */
export class QueryDependencies {
  private readonly all = new Map<string, QueryDependency>();
  private readonly byKey = new Map<string, Map<string, Set<QueryDependency>>>();
  private readonly others = new Set<QueryDependency>();
  /** How many selections depend on each field. */
  private readonly fields = new Map<string, number>();

  /** The selection of a query, or of a count up to `most`. Null if too many are compared with each change already. */
  of(query: Query | Asked, most?: number): QueryDependency | null {
    const text = JSON.stringify([query.where, query.sort, query.limit, query.after, most]);
    let selection = this.all.get(text);
    if (!selection) {
      selection = new QueryDependency(text, query, (unused) => this.remove(unused));
      if (this.others.size >= MOST_COMPARED && !selection.key) return null;
      this.add(selection);
    }
    return selection;
  }

  /** The selections that a change of a document may change. */
  touchedBy({ id, position, before, document: after }: DocumentChange): readonly QueryDependency[] {
    if (this.all.size === 0) return [];
    const changed = before && after ? this.changedFields(before, after) : null;
    if (changed?.size === 0) return [];
    const [was, is] = [before, after && { ...after, _id: id, _position: position }];
    const candidates = new Set(this.others);
    for (const [field, byValue] of this.byKey) {
      for (const document of [was, is]) {
        const found = document && byValue.get(String(valueAt(document, field)));
        for (const selection of found ?? []) candidates.add(selection);
      }
    }
    return [...candidates].filter(
      (selection) =>
        (!changed || selection.fields.some((field) => changed.has(field))) && selection.isTouchedBy(was, is),
    );
  }

  remove(selection: QueryDependency): void {
    const { text, key } = selection;
    if (this.all.get(text) !== selection) return;
    this.all.delete(text);
    this.others.delete(selection);
    for (const value of key?.values ?? []) {
      const byValue = this.byKey.get(key?.field ?? '');
      const alike = byValue?.get(value);
      alike?.delete(selection);
      if (alike?.size === 0) byValue?.delete(value);
    }
    this.count(selection, -1);
  }

  /** Removes all. Returns the work that depends on them. */
  clear(): ReadonlySet<DependencyRecord> {
    const readers = new Set<DependencyRecord>();
    for (const selection of this.all.values()) {
      selection.isChanged = true;
      for (const reader of selection.readers) readers.add(reader);
      this.remove(selection);
    }
    return readers;
  }

  private add(selection: QueryDependency): void {
    const { text, key } = selection;
    this.all.set(text, selection);
    this.count(selection, 1);
    if (!key) {
      this.others.add(selection);
      return;
    }
    const { field, values } = key;
    const byValue = this.byKey.get(field) ?? new Map<string, Set<QueryDependency>>();
    this.byKey.set(field, byValue);
    for (const value of values) byValue.set(value, (byValue.get(value) ?? new Set()).add(selection));
  }

  private count({ fields }: QueryDependency, more: 1 | -1): void {
    for (const field of fields) {
      const count = (this.fields.get(field) ?? 0) + more;
      if (count > 0) this.fields.set(field, count);
      else this.fields.delete(field);
    }
  }

  /** The fields with another value that selections depend on. An equal object that was made again counts as changed. */
  private changedFields(before: object, after: object): ReadonlySet<string> {
    const [was, is] = [
      before as Readonly<Record<string, unknown>>,
      after as Readonly<Record<string, unknown>>,
    ];
    const changed = new Set<string>();
    for (const name of this.fields.keys()) {
      if (name !== '_id' && was[name] !== is[name]) changed.add(name);
    }
    return changed;
  }
}

function keyOf(where: Filter = {}): Key | null {
  for (const [field, condition] of Object.entries(where)) {
    if (field.startsWith('$')) continue;
    const values = textsOf(condition as Scalar | Comparison);
    if (values) return { field, values };
  }
  return null;
}

function textsOf(condition: Scalar | Comparison): readonly string[] | null {
  if (typeof condition === 'string') return [condition];
  const { $eq, $in } = Object(condition) as Comparison;
  if (typeof $eq === 'string') return [$eq];
  const isTexts = $in?.every((value) => typeof value === 'string');
  return isTexts ? ($in as readonly string[]) : null;
}

/** The top-level fields that the result of a query depends on. */
function fieldsOf({ where = {}, sort = {} }: Asked): readonly string[] {
  return [...new Set([...namesIn(where), ...Object.keys(sort)].map((field) => field.split('.', 1)[0] ?? ''))];
}

function namesIn(where: Filter): string[] {
  return Object.entries(where).flatMap(([field, condition]) =>
    field.startsWith('$') ? (condition as readonly Filter[]).flatMap(namesIn) : [field],
  );
}
