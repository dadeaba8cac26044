import type { ViewStanding } from '../log/log-identity.js';
import type { KernelLogger } from '../logger.js';
import type { Projection } from '../projection.js';
import {
  DamagedGenerationError,
  type DocumentStore,
  MissingGenerationError,
  type View,
  type ViewSpec,
} from '../document-store.js';
import { type Generations, versionOf } from './generations.js';

/** A generation that queries can read. */
export interface Readable {
  readonly generation: string;
  readonly view: View<object>;
  /** Whether this program feeds it. If not, it answers queries until another one is built. */
  readonly isPresent: boolean;
}

/** Opens the generations of views, and sets damaged ones aside. */
export class ViewOpening {
  constructor(
    private readonly store: DocumentStore,
    private readonly generations: Generations,
    private readonly logger: KernelLogger,
  ) {}

  /**
   * The generation that queries can read: the present one, or the previous one if that is missing or damaged. Null if there
   * is neither.
   */
  async open(projection: Projection<object>): Promise<Readable | null> {
    const present = await this.generations.present(projection);
    if (present === null) return null;
    const isPresent = versionOf(present) === projection.version;
    // Beside others, one of another version is theirs to answer with.
    if (!isPresent && this.generations.areShared) return null;
    const view = await this.opened(projection, present);
    if (view) return { generation: present, view, isPresent };
    if (this.generations.areShared) return null;
    const before = await this.store.previous(projection.name);
    if (before === null || before === present) return null;
    // It is not fed: the build that replaced it may have corrected its documents.
    const old = await this.opened(projection, before);
    return old && { generation: before, view: old, isPresent: false };
  }

  private async opened(projection: Projection<object>, generation: string): Promise<View<object> | null> {
    try {
      return await this.store.open(followedSpec(projection, generation));
    } catch (error) {
      const isDamaged = error instanceof DamagedGenerationError;
      if (!isDamaged && !(error instanceof MissingGenerationError)) throw error;
      this.logger.error(error, 'a view has to be built again');
      if (isDamaged) await this.store.setAside(projection.name, generation);
      return null;
    }
  }
}

/** What opens a generation that follows the log. */
export function followedSpec(
  { name, indexes, isGathered }: Projection<object>,
  generation: string,
): ViewSpec {
  return { name, generation, indexes, isGathered: isGathered === true };
}

export async function standingOf(
  { name }: Projection<object>,
  { generation, view }: Readable,
): Promise<ViewStanding> {
  const [checkpoint, origin] = [await view.checkpoint(), await view.origin()];
  return { view: `${name} ${generation}`, checkpoint, origin };
}
