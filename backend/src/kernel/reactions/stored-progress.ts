import type { ActiveRole } from '../active-role.js';
import type { DeadlineName } from '../deadlines.js';
import type { KernelStore } from '../kernel-store.js';
import { ReactionProgress, checkpointOf } from '../reaction.js';
import type { Timer } from '../timer.js';
import { WaitingList } from './waiting-list.js';

const LOOK_MS = 20;

/** The progress of reactions that the active process runs, wherever it is asked for. */
export class StoredProgress extends ReactionProgress {
  constructor(
    private readonly here: ReactionProgress,
    private readonly role: ActiveRole,
    private readonly kernel: Pick<KernelStore, 'checkpoint' | 'list'>,
    private readonly timer: Pick<Timer, 'rest' | 'deadline'>,
  ) {
    super();
  }

  override async handled(reaction: string, position: number, deadline: DeadlineName): Promise<boolean> {
    if (this.role.isActive) return this.here.handled(reaction, position, deadline);
    let isLate = false;
    const limit = this.timer.deadline(deadline, () => {
      isLate = true;
    });
    try {
      while (((await this.kernel.checkpoint(checkpointOf(reaction))) ?? 0) < position) {
        if (isLate) return false;
        await this.timer.rest(LOOK_MS);
      }
    } finally {
      limit.end();
    }
    return !(await WaitingList.holdsIn(this.kernel, reaction, position));
  }
}
