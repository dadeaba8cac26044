import type { Recorded } from '../event.js';
import type { Projection } from '../projection.js';
import { Waiters } from './waiters.js';
import type { View } from '../document-store.js';
import { foldAndCount } from './count-changes.js';
import { stepsOf } from './fold-batch.js';

/**
 * After this number of batches without a change the checkpoint is stored. After a crash these batches are read again.
 */
const IDLE_BATCHES = 100;

/** Feeds one generation of a view from its checkpoint, batch by batch. */
export class ViewFeed<Document extends object = object> {
  private stored = 0;
  private handled = 0;
  /** The id of the event at `handled`, if known. */
  private handledId: string | undefined;
  private idle = 0;
  private mustReload = false;
  private parkedIds = new Set<string>();
  private readonly waiters = new Waiters();

  private constructor(
    readonly projection: Projection<Document>,
    readonly generation: string,
    readonly view: View<Document>,
  ) {}

  /** A feed that continues from the checkpoint of the view. Closes the view if it can't be read. */
  static async of<Document extends object>(
    projection: Projection<Document>,
    generation: string,
    view: View<Document>,
  ): Promise<ViewFeed<Document>> {
    const feed = new ViewFeed(projection, generation, view);
    try {
      await feed.reload();
      return feed;
    } catch (error) {
      await view.close();
      throw error;
    }
  }

  /** The position of the last event that this view has handled. */
  get position(): number {
    return this.handled;
  }

  /** The number of parked documents. */
  get parked(): number {
    return this.parkedIds.size;
  }

  /** Resolves with true when the view has handled `position`, with false after `milliseconds`. */
  reached(position: number, milliseconds: number): Promise<boolean> {
    return this.waiters.wait(() => this.handled >= position, milliseconds);
  }

  /**
   * Folds the new events and moves the checkpoint to `to`. Writes each changed document once. After a failure the next call
   * continues from the stored checkpoint.
   * @param eventId the id of the event at `to`, which is stored with the checkpoint
   * @throws CheckpointConflictError when another projector feeds the view, DocumentStoreUnavailableError
   */
  async handle(events: readonly Recorded[], to: number, eventId?: string): Promise<void> {
    if (this.mustReload) await this.reload();
    if (to <= this.handled) return;
    try {
      await this.fold(events, to, eventId);
    } catch (error) {
      this.mustReload = true;
      throw error;
    }
    this.waiters.settle();
  }

  /** Stores the checkpoint. */
  async flush(): Promise<void> {
    if (this.mustReload) await this.reload();
    if (this.handled !== this.stored) await this.commit(this.handled, this.handledId, [], []);
  }

  private async fold(events: readonly Recorded[], to: number, eventId?: string): Promise<void> {
    const fresh = events.filter((event) => event.position > this.handled);
    const { steps, parked } = stepsOf(this.projection, fresh);
    if (steps.length === 0 && parked.length === 0) {
      this.handled = to;
      this.handledId = eventId;
      this.idle += 1;
      if (this.idle >= IDLE_BATCHES) await this.flush();
      return;
    }
    const load = (ids: readonly string[]) => this.view.getMany(ids);
    const changes = await foldAndCount(this.projection, steps, load, this.parkedIds);
    const allParked = [...parked, ...changes.parked];
    await this.commit(to, eventId, changes.documents, allParked);
    for (const document of allParked) this.parkedIds.add(document.documentId);
  }

  /** Keeps the position in memory: the batches after the stored checkpoint changed nothing. */
  private async reload(): Promise<void> {
    this.stored = await this.view.checkpoint();
    this.handled = Math.max(this.handled, this.stored);
    this.parkedIds = new Set((await this.view.parked()).map((parked) => parked.documentId));
    this.mustReload = false;
  }

  private async commit(
    to: number,
    event: string | undefined,
    documents: Parameters<View<Document>['commit']>[0]['documents'],
    parked: Parameters<View<Document>['commit']>[0]['parked'],
  ): Promise<void> {
    await this.view.commit({ from: this.stored, to, ...(event && { event }), documents, parked });
    this.stored = to;
    this.handled = to;
    this.handledId = event;
    this.idle = 0;
  }
}
