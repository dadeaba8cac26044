import type { Recorded } from '../event.js';
import type { Projection } from '../projection.js';
import type { DocumentStore, View } from '../document-store.js';
import type { LiveViews } from './live-views.js';
import { ViewFeed } from './view-feed.js';

/** The views of this process: which generation of each queries read, and what feeds it. */
export class ViewFeeds {
  private readonly feeds = new Map<string, ViewFeed>();
  private readonly shown = new Map<string, string>();

  constructor(
    private readonly store: DocumentStore,
    private readonly live: LiveViews,
  ) {}

  /** Whether no view is fed. */
  get isEmpty(): boolean {
    return this.feeds.size === 0;
  }

  /** The position that every view that is fed has handled. */
  get position(): number {
    return this.isEmpty ? 0 : Math.min(...[...this.feeds.values()].map((feed) => feed.position));
  }

  /** What feeds a view; undefined for one that is frozen or not there. */
  of(name: string): ViewFeed | undefined {
    return this.feeds.get(name);
  }

  /** What queries read of a view; null while there is nothing yet. */
  generationOf(name: string): string | null {
    return this.shown.get(name) ?? null;
  }

  /** A feed of a generation, from where that stands; queries don't read it yet. @throws DocumentStoreUnavailableError */
  async open(projection: Projection<object>, generation: string): Promise<ViewFeed> {
    const view = await this.view(projection, generation);
    try {
      return await ViewFeed.of(projection, generation, view);
    } catch (error) {
      await view.close();
      throw error;
    }
  }

  /** Feeds a generation from now on, and lets queries read it. */
  async add(projection: Projection<object>, generation: string): Promise<void> {
    await this.replace(await this.open(projection, generation));
  }

  /** Lets queries read a generation that is fed no more. */
  async freeze(projection: Projection<object>, generation: string): Promise<void> {
    await this.show(projection.name, generation, await this.view(projection, generation));
  }

  /** Puts a feed in the place of the one that the view has had. */
  async replace(feed: ViewFeed): Promise<void> {
    const { name } = feed.projection;
    this.feeds.set(name, feed);
    await this.show(name, feed.generation, feed.view);
  }

  /**
   * Folds a batch into every view. When one fails, all go back to what they have stored, so that the batch can be repeated.
   * @throws CheckpointConflictError, DocumentStoreUnavailableError
   */
  async handle(events: readonly Recorded[], to: number): Promise<void> {
    const feeds = [...this.feeds.values()];
    const results = await Promise.allSettled(feeds.map((feed) => feed.handle(events, to)));
    const failed = results.find((result) => result.status === 'rejected');
    if (!failed) return;
    await Promise.all(feeds.map((feed) => feed.reload()));
    throw failed.reason;
  }

  /** Stores every checkpoint and closes the views. */
  async close(): Promise<void> {
    await Promise.all([...this.feeds.values()].map((feed) => feed.flush()));
    await this.live.close();
  }

  private view({ name, indexes }: Projection<object>, generation: string): Promise<View<object>> {
    return this.store.open({ name, generation, indexes, create: true });
  }

  private async show(name: string, generation: string, view: View<object>): Promise<void> {
    this.shown.set(name, generation);
    await this.live.show(name, view)?.close();
  }
}
