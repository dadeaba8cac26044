import type { DocumentStore, View } from '@footnote/backend/kernel/document-store.js';
import type { Recorded } from '@footnote/backend/kernel/event.js';
import type { EventFold, Projection } from '@footnote/backend/kernel/projection.js';

/** A view without a projector: reads, folds and commits the documents that a batch changes. */
export class BareView<Document extends object> {
  private constructor(
    private readonly folds: Readonly<Record<string, EventFold<Document, string, object> | undefined>>,
    private readonly view: View<Document>,
    private checkpoint: number,
  ) {}

  /** The generation of a projection that queries read. */
  static async of<Document extends object>(
    store: DocumentStore,
    { name, indexes, on }: Projection<Document>,
  ): Promise<BareView<Document>> {
    const generation = await store.current(name);
    if (!generation) throw new Error(`the view ${name} is not built`);
    const view = await store.open<Document>({ name, generation, indexes });
    return new BareView(on, view, await view.checkpoint());
  }

  get(id: string): Promise<Document | null> {
    return this.view.get(id);
  }

  async commit(events: readonly Recorded[]): Promise<void> {
    const last = events.at(-1);
    if (!last) return;
    const steps = events.flatMap((event) => {
      const fold = this.folds[event.type];
      return fold ? fold.ids(event).map((id) => ({ id, event, fold })) : [];
    });
    const stored = await this.view.getMany([...new Set(steps.map(({ id }) => id))]);
    const changed = new Map<string, { id: string; position: number; document: Document | null }>();
    for (const { id, event, fold } of steps) {
      const earlier = changed.get(id);
      const before = earlier ? earlier.document : bodyOf<Document>(stored.get(id));
      changed.set(id, { id, position: event.position, document: fold.fold(before, event, id) });
    }
    const batch = { from: this.checkpoint, to: last.position, documents: [...changed.values()], parked: [] };
    await this.view.commit(batch);
    this.checkpoint = last.position;
  }
}

function bodyOf<Document extends object>(stored: object | undefined): Document | null {
  if (!stored) return null;
  const { _id, _position, ...document } = stored as Record<string, unknown>;
  return document as Document;
}
