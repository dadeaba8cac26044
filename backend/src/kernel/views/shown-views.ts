import type { Stored, ViewReader } from '../document-store.js';
import { type Projection, PublicViews, type Views } from '../projection.js';
import { type Query, type Scalar, sortFields } from '../query.js';
import type { QuarantinedStreams } from '../undecodable.js';

/** The views without documents of streams in quarantine. Counts still include them. */
export class ShownViews extends PublicViews {
  constructor(
    private readonly views: Views,
    private readonly quarantine: QuarantinedStreams,
  ) {
    super();
  }

  of<Document extends object>(definition: Projection<Document>): ViewReader<Document> {
    const view = this.views.of(definition);
    const isShown = (document: Stored<Document>) =>
      !definition.tellsOf?.(document).some((stream) => this.quarantine.has(stream));
    return {
      get: async (id) => {
        const document = await view.get(id);
        return document && isShown(document) ? document : null;
      },
      getMany: async (ids) => {
        const found = await view.getMany(ids);
        if (this.quarantine.isEmpty) return found;
        return new Map([...found].filter(([, document]) => isShown(document)));
      },
      find: (query) => (this.quarantine.isEmpty ? view.find(query) : shownOf(view, query, isShown)),
      count: (where) => view.count(where),
    };
  }
}

/** Reads on until the list has `limit` documents: readers take a shorter list for the last page. */
async function shownOf<Document extends object>(
  view: ViewReader<Document>,
  query: Query,
  isShown: (document: Stored<Document>) => boolean,
): Promise<Stored<Document>[]> {
  const { limit } = query;
  const shown: Stored<Document>[] = [];
  for (let page = query; ;) {
    const found = await view.find(page);
    shown.push(...found.filter(isShown));
    const last = found.at(-1);
    if (!last || found.length < limit || shown.length >= limit) return shown.slice(0, limit);
    page = { ...query, after: cursorOf(last, query) };
  }
}

/** The cursor of a document in the order of a query. */
function cursorOf(document: object, { sort }: Query): Scalar[] {
  const valueAt = (path: string) =>
    path.split('.').reduce<unknown>((value, key) => Object(value)[key], document) ?? null;
  return sortFields(sort).map(([field]) => valueAt(field) as Scalar);
}
