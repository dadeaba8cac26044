import {
  DocumentStoreUnavailableError,
  type Stored,
  type View,
  type ViewReader,
  isBroken,
} from '../document-store.js';
import { type CountDocument, type Projection, PublicViews, Views } from '../projection.js';
import { type Query, placeIn } from '../query.js';
import type { QuarantinedStreams } from '../undecodable.js';
import type { ErasedPeople } from '../log/erased-people.js';
import { ReadRecords } from './read-records.js';

const NOBODY_ERASED = { isEmpty: true, has: () => false, isBehind: () => false };

/** What of a document of counts are figures. */
const COUNT_FIGURES: readonly (keyof CountDocument)[] = ['counts'];

/**
 * The views that queries read: of each view, the current generation. A switch to a new one takes effect between two calls of
 * a reader.
 */
export class CurrentViews extends Views {
  /** Called when the generation that queries read is missing or damaged. Resolves when it is no longer used. */
  onBroken: (name: string, error: unknown) => Promise<void> = async () => undefined;
  /** Called before a read of a gathered view. Resolves when it has folded what this process has read of the log. */
  onRead: (name: string) => Promise<void> = async () => undefined;
  private readonly views = new Map<string, View<object>>();

  /**
   * @param records what recorded work has read
   * @param erased the people whose texts are in no answer
   * @param mostRemembered how many documents of a view stay in memory that no recorded work depends on
   */
  constructor(
    readonly records = new ReadRecords(),
    private readonly erased: Pick<ErasedPeople, 'isEmpty' | 'has' | 'isBehind'> = NOBODY_ERASED,
    private readonly mostRemembered = 1000,
  ) {
    super();
  }

  of<Document extends object>(definition: Projection<Document>): ViewReader<Document> {
    const { name, isGathered } = definition;
    const read = async <Answer>(ask: (view: View<Document>) => Promise<Answer>) => {
      if (isGathered) await this.onRead(name);
      return this.read(name, ask as (view: View<object>) => Promise<Answer>);
    };
    const stored: ViewReader<Document> = {
      get: (id) => read((view) => view.get(id)),
      getMany: (ids) => read((view) => view.getMany(ids)),
      find: (query, known) => read((view) => view.find(query, known)),
      pick: (query, fields) => read((view) => view.pick(query, fields)),
      count: (where, most) => read((view) => view.count(where, most)),
    };
    return this.withoutErased(definition, this.remembered(definition, stored));
  }

  /** Reads may be answered from memory. Those of recorded work become part of its record. */
  private remembered<Document extends object>(
    { name, isRemembered, figures = [], counts }: Projection<Document>,
    stored: ViewReader<Document>,
  ): ViewReader<Document> {
    const { records } = this;
    const known = records.of(name);
    if (isRemembered) known.mostIdle = this.mostRemembered;
    known.figures = new Set<string>([...figures, ...(counts ? COUNT_FIGURES : [])]);
    const getMany = (ids: readonly string[]) => {
      const { open } = records;
      if (!open && !isRemembered) return stored.getMany(ids);
      if (!open) records.expire();
      return known.getMany(open, ids, (missing) => stored.getMany(missing));
    };
    return {
      get: async (id) => (await getMany([id])).get(id) ?? null,
      getMany,
      find: (query) => {
        const { open } = records;
        if (!open) records.expire();
        return open || isRemembered === true ? known.find(open, query, stored) : stored.find(query);
      },
      pick: (query, fields) => {
        // A list of thousands of places: any change of the view may change it.
        records.open?.widen(known);
        return stored.pick(query, fields);
      },
      count: (where, most) =>
        records.open
          ? known.count(records.open, where, most, () => stored.count(where, most))
          : stored.count(where, most),
    };
  }

  /** Without what is of erased people, which may be in documents until the view is built again. Counts still include them. */
  withoutErased<Document extends object>(
    definition: Projection<Document>,
    view: ViewReader<Document>,
  ): ViewReader<Document> {
    if (!definition.ofLiving) return view;
    const { erased } = this;
    const shownOf = (document: Stored<Document>) =>
      (erased.isEmpty ? document : definition.ofLiving?.(document, erased.has)) ?? null;
    const isAll = () => {
      if (erased.isBehind())
        throw new DocumentStoreUnavailableError('who was erased could not be read from the log');
      return erased.isEmpty;
    };
    return shownBy(view, shownOf, isAll);
  }

  /** Lets queries read `view`. Returns the previous one. */
  show(name: string, view: View<object>): View<object> | undefined {
    const before = this.views.get(name);
    this.views.set(name, view);
    this.records.of(name).clear();
    return before;
  }

  /** Lets queries read nothing of a view. Returns the previous one. */
  hide(name: string): View<object> | undefined {
    const before = this.views.get(name);
    this.views.delete(name);
    this.records.of(name).clear();
    return before;
  }

  async close(): Promise<void> {
    await Promise.all([...this.views.values()].map((view) => view.close()));
    this.views.clear();
  }

  /** Asks again if another generation has replaced a dropped or damaged one. */
  private async read<Answer>(name: string, ask: (view: View<object>) => Promise<Answer>): Promise<Answer> {
    const view = this.opened(name);
    try {
      return await ask(view);
    } catch (error) {
      if (!isBroken(error)) throw error;
      if (this.views.get(name) === view) await this.onBroken(name, error);
      return ask(this.opened(name));
    }
  }

  private opened(name: string): View<object> {
    const view = this.views.get(name);
    if (!view) throw new DocumentStoreUnavailableError(`the view ${name} is being built`);
    return view;
  }
}

/** The same for public answers: without documents of streams in quarantine. Counts still include them. */
export class CurrentPublicViews extends PublicViews {
  constructor(
    private readonly views: Views,
    private readonly quarantine: QuarantinedStreams,
  ) {
    super();
  }

  of<Document extends object>(definition: Projection<Document>): ViewReader<Document> {
    const { quarantine } = this;
    const shownOf = (document: Stored<Document>) =>
      definition.tellsOf?.(document).some((stream) => quarantine.has(stream)) ? null : document;
    return shownBy(this.views.of(definition), shownOf, () => quarantine.isEmpty);
  }
}

/**
 * A reader that gives documents as `shownOf` makes them, without those of which it makes null.
 * @param isAll whether it changes none now
 */
function shownBy<Document extends object>(
  view: ViewReader<Document>,
  shownOf: (document: Stored<Document>) => Stored<Document> | null,
  isAll: () => boolean,
): ViewReader<Document> {
  const find = (query: Query) => (isAll() ? view.find(query) : findShown(view, query, shownOf));
  return {
    get: async (id) => {
      const document = await view.get(id);
      return isAll() ? document : document && shownOf(document);
    },
    getMany: async (ids) => {
      const found = await view.getMany(ids);
      if (isAll()) return found;
      return new Map(
        [...found].flatMap(([id, document]) => {
          const shown = shownOf(document);
          return shown ? [[id, shown]] : [];
        }),
      );
    },
    find,
    // Only a whole document tells whose it is, and its place in any sort.
    pick: (query, fields) => (isAll() ? view.pick(query, fields) : find(query)),
    count: (where, most) => view.count(where, most),
  };
}

/** Reads on until the list has `limit` documents: readers take a shorter list for the last page. */
async function findShown<Document extends object>(
  view: ViewReader<Document>,
  query: Query,
  shownOf: (document: Stored<Document>) => Stored<Document> | null,
): Promise<Stored<Document>[]> {
  const { limit } = query;
  const shown: Stored<Document>[] = [];
  for (let page = query; ;) {
    const found = await view.find(page);
    shown.push(...found.flatMap((document) => shownOf(document) ?? []));
    const last = found.at(-1);
    if (!last || found.length < limit || shown.length >= limit) return shown.slice(0, limit);
    page = { ...query, after: placeIn(last, query.sort) };
  }
}
