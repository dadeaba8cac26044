import { Inject, Injectable } from '@nestjs/common';
import type { LoggedEvents } from '../domain/events.js';
import type { IndexSpec, Stored, ViewReader } from '../kernel/document-store.js';
import type { EventMetadata, Recorded } from '../kernel/event.js';
import type { Field } from '../kernel/field.js';
import { type EventFold, type Projection as KernelProjection, Views } from '../kernel/projection.js';
import type { Filter, Scalar, Sort } from '../kernel/query.js';
import { wholeList } from './whole-list.js';

/** A projection of this domain, of the events of the kernel if it wants them. */
export type Projection<Document extends object> = KernelProjection<Document, LoggedEvents>;

type EventType = keyof LoggedEvents & string;

/**
 * Which documents an event changes: the field of its data with their id, or `one+other` for the id that two fields make, joined
 * by a dash. In other cases it is a function, which returns null for no document.
 */
type Ids = string | ((data: never, event: Recorded) => string | readonly string[] | null);

type NamesIn<Path> = Path extends `${infer One}+${infer Others}` ? One | NamesIn<Others> : Path;

/** The types of the events that have what names the documents. */
type TypesWith<By extends Ids> = {
  [Type in EventType]: By extends string
    ? LoggedEvents[Type] extends Readonly<Record<NamesIn<By>, string>>
      ? Type
      : never
    : By extends (data: infer Data, event: Recorded) => unknown
      ? LoggedEvents[Type] extends Data
        ? Type
        : never
      : never;
}[EventType];

/** Returns the document after an event; null to delete it. Pure. `id` is that of the document. */
type Fold<Before, Document, Type extends EventType> = (
  before: Before,
  data: LoggedEvents[Type],
  metadata: EventMetadata,
  id: string,
  event: Recorded<Type, LoggedEvents[Type]>,
) => Document | null;

/** Adds folds to a view: one for each type of a table, or the same one for several types. */
interface Folding<Before, Document extends object> {
  <const By extends Ids>(
    by: By,
    // A table of no types would accept anything.
    folds: [TypesWith<By>] extends [never]
      ? never
      : { readonly [Type in TypesWith<By>]?: Fold<Before, Document, Type> },
  ): View<Document>;
  <const By extends Ids, Type extends TypesWith<By>>(
    by: By,
    types: readonly Type[],
    fold: Fold<Before, Document, Type>,
  ): View<Document>;
}

/** The definition of a view, see {@link Projection}. */
export interface View<Document extends object> extends Projection<Document> {
  readonly document?: Field<Document>;
  /** Adds events that may create a document. Their folds get null if there is none yet. */
  readonly createdBy: Folding<Document | null, Document>;
  /** Adds events that change a document. They are skipped if there is none. */
  readonly changedBy: Folding<Document, Document>;
}

interface Options<Document extends object> extends Omit<
  Projection<Document>,
  'name' | 'on' | 'indexes' | 'figures'
> {
  /** The fields of a document; the type of the documents alone if nothing shows them. */
  readonly document?: Field<Document>;
  /** The fields of each index in their order, a dash before those that descend: `ownerId -publishedAt`. */
  readonly indexes?: readonly (string | IndexSpec)[];
  readonly figures?: readonly (keyof Document & string)[];
}

/** Declares a view: its documents, and then the events that create and change them. */
export function view<Document extends object>(
  name: string,
  { indexes = [], ...options }: Options<Document>,
): View<Document> {
  const specs = indexes.map((index) => (typeof index === 'string' ? { fields: fieldsOf(index) } : index));
  return withFolds({ name, ...options, indexes: specs, on: {} });
}

/** The indexes of a list in the order of `sort`: of all documents, and of those with the same value of each of `fields`. */
export function listedBy(sort: string, ...fields: readonly string[]): readonly string[] {
  return [sort, ...fields.map((field) => `${field} ${sort}`)];
}

function fieldsOf(index: string): IndexSpec['fields'] {
  const fields = index.split(' ').map((field) => (field.startsWith('-') ? [field.slice(1), -1] : [field, 1]));
  return Object.fromEntries(fields) as IndexSpec['fields'];
}

type AnyFold = (
  before: object | null,
  data: object,
  metadata: EventMetadata,
  id: string,
  event: Recorded,
) => object | null;

function withFolds<Document extends object>(projection: KernelProjection<Document>): View<Document> {
  const adding =
    (mayCreate: boolean) =>
    (by: Ids, types: readonly string[] | Readonly<Record<string, AnyFold>>, one?: AnyFold) => {
      const folds = one
        ? (types as readonly string[]).map((type) => [type, one] as const)
        : Object.entries(types);
      const on: Record<string, EventFold<object, string, object>> = { ...projection.on };
      const ids = idsBy(by);
      for (const [type, fold] of folds) {
        if (on[type]) throw new Error(`${projection.name} has two folds of ${type}`);
        on[type] = {
          ids,
          fold: (before, event, id) =>
            before || mayCreate ? fold(before, event.data, event.metadata, id, event) : null,
        };
      }
      return withFolds({ ...projection, on: on as KernelProjection<Document>['on'] });
    };
  return { ...projection, createdBy: adding(true), changedBy: adding(false) } as View<Document>;
}

function idsBy(by: Ids): (event: Recorded) => readonly string[] {
  if (typeof by === 'function') return (event) => listed(by(event.data as never, event));
  const [field = '', ...others] = by.split('+');
  const named = (data: object, name: string) => (data as Readonly<Record<string, string>>)[name] as string;
  // An event without its one field is parked.
  if (others.length === 0) return ({ data }) => [named(data, field)];
  return ({ data }) => [[field, ...others].map((name) => named(data, name)).join('-')];
}

function listed(ids: string | readonly string[] | null): readonly string[] {
  if (ids === null) return [];
  return typeof ids === 'object' ? ids : [ids];
}

/** Answers questions about a view. */
export abstract class Reader<Document extends object> {
  constructor(protected readonly documents: ViewReader<Document>) {}

  /** A document, whether or not it is public; null if it does not exist. */
  one(id: string): Promise<Stored<Document> | null> {
    return this.documents.get(id);
  }

  /** See {@link wholeList}. */
  protected all(where: Filter, sort: Sort, most?: number, from?: readonly Scalar[] | null) {
    return wholeList(this.documents, where, sort, most, from);
  }
}

/**
 * What the reader of a view extends. One that answers the public reads {@link PublicViews}. A constructor with more parameters
 * takes the views first.
 */
export function readerOf<Document extends object>(
  definition: Projection<Document>,
  from: typeof Views = Views,
): new (views: Views) => Reader<Document> {
  @Injectable()
  class Of extends Reader<Document> {
    constructor(@Inject(from) views: Views) {
      super(views.of(definition));
    }
  }
  return Of;
}
