import { type Projection, Views } from '../projection.js';
import { DocumentStoreUnavailableError, type View, type ViewReader } from '../document-store.js';

/**
 * The views that queries read right now. A flip swaps one under the feet of its readers, between two calls.
 */
export class LiveViews extends Views {
  private readonly views = new Map<string, View<object>>();

  of<Document extends object>(definition: Projection<Document>): ViewReader<Document> {
    const view = () => this.opened(definition.name) as View<Document>;
    return {
      get: async (id) => view().get(id),
      getMany: async (ids) => view().getMany(ids),
      find: async (query) => view().find(query),
      count: async (where) => view().count(where),
    };
  }

  /** Makes `view` the one that is read; answers the one that was. */
  show(name: string, view: View<object>): View<object> | undefined {
    const before = this.views.get(name);
    this.views.set(name, view);
    return before;
  }

  /** Closes every view that is still read. */
  async close(): Promise<void> {
    await Promise.all([...this.views.values()].map((view) => view.close()));
    this.views.clear();
  }

  private opened(name: string): View<object> {
    const view = this.views.get(name);
    if (!view) throw new DocumentStoreUnavailableError(`the view ${name} is being built`);
    return view;
  }
}
