import type { EventLog } from '../event-log.js';
import type { ViewStanding } from '../log/log-identity.js';
import type { KernelLogger } from '../logger.js';
import type { Projection } from '../projection.js';
import {
  DamagedGenerationError,
  type DocumentStore,
  MissingGenerationError,
  type View,
} from '../document-store.js';
import { versionOf } from './generation.js';
import type { Generations } from './generations.js';
import { ViewFeed } from './view-feed.js';

/** A generation that queries can read. */
export interface Readable {
  readonly generation: string;
  readonly view: View<object>;
  /** Whether this program goes on with it; if not, it only answers until another one is built. */
  readonly isPresent: boolean;
}

/** Opens what there is of a view, and puts aside what can't be read. */
export class ViewOpening {
  constructor(
    private readonly store: DocumentStore,
    private readonly generations: Generations,
    private readonly logger: KernelLogger,
  ) {}

  /**
   * What queries can read of a view: its present generation, or the one before where that is missing or damaged. Null
   * when there is neither.
   */
  async open(projection: Projection<object>): Promise<Readable | null> {
    const present = await this.generations.present(projection);
    if (present === null) return null;
    const view = await this.opened(projection, present);
    if (view) return { generation: present, view, isPresent: versionOf(present) === projection.version };
    const before = await this.store.previous(projection.name);
    if (before === null || before === present) return null;
    // It is not fed: it was replaced once, and may lack what it was replaced for.
    const old = await this.opened(projection, before);
    return old && { generation: before, view: old, isPresent: false };
  }

  private async opened(
    { name, indexes }: Projection<object>,
    generation: string,
  ): Promise<View<object> | null> {
    try {
      return await this.store.open({ name, generation, indexes });
    } catch (error) {
      const isDamaged = error instanceof DamagedGenerationError;
      if (!isDamaged && !(error instanceof MissingGenerationError)) throw error;
      this.logger.error(error, 'a view has to be built again');
      if (isDamaged) await this.store.setAside(name, generation);
      return null;
    }
  }
}

/** How far a view has come, and which log it comes from. */
export async function standingOf(
  { name }: Projection<object>,
  { generation, view }: Readable,
): Promise<ViewStanding> {
  const [checkpoint, origin] = [await view.checkpoint(), await view.origin()];
  return { view: `${name} ${generation}`, checkpoint, origin };
}

/**
 * What feeds a view that comes from this log. A view that lacks its origin is given it: one that was built by another
 * process, or by a program that kept none. A view that can't be fed is closed.
 */
export async function feedOf(
  log: EventLog,
  projection: Projection<object>,
  { generation, view }: Pick<Readable, 'generation' | 'view'>,
): Promise<ViewFeed> {
  try {
    if ((await view.origin()) === null) await giveOrigin(log, view);
  } catch (error) {
    await view.close();
    throw error;
  }
  return ViewFeed.of(projection, generation, view);
}

async function giveOrigin(log: EventLog, view: View<object>): Promise<void> {
  const checkpoint = await view.checkpoint();
  const event = checkpoint > 0 ? await log.readAt(checkpoint) : null;
  if (!event) return;
  await view.commit({ from: checkpoint, to: checkpoint, event: event.id, documents: [], parked: [] });
}
