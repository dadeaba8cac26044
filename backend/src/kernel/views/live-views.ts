import { type Projection, Views } from '../projection.js';
import { DocumentStoreUnavailableError, type View, type ViewReader, isBroken } from '../document-store.js';

/**
 * The views that queries read. A switch to a new generation takes effect between two calls of a reader.
 */
export class LiveViews extends Views {
  /** Called when the generation that queries read is missing or damaged. Resolves when it is no longer used. */
  onBroken: (name: string, error: unknown) => Promise<void> = async () => undefined;
  private readonly views = new Map<string, View<object>>();

  of<Document extends object>(definition: Projection<Document>): ViewReader<Document> {
    const read = <Answer>(ask: (view: View<Document>) => Promise<Answer>) =>
      this.read(definition.name, ask as (view: View<object>) => Promise<Answer>);
    return {
      get: (id) => read((view) => view.get(id)),
      getMany: (ids) => read((view) => view.getMany(ids)),
      find: (query) => read((view) => view.find(query)),
      count: (where) => read((view) => view.count(where)),
    };
  }

  /** Lets queries read `view`. Returns the previous one. */
  show(name: string, view: View<object>): View<object> | undefined {
    const before = this.views.get(name);
    this.views.set(name, view);
    return before;
  }

  /** Lets queries read nothing of a view. Returns the previous one. */
  hide(name: string): View<object> | undefined {
    const before = this.views.get(name);
    this.views.delete(name);
    return before;
  }

  /** Closes all views. */
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
