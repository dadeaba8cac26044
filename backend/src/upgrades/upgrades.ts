import { type Causation, systemRun } from '../kernel/causation.js';
import type { Clock } from '../kernel/clock.js';
import type { KernelStore } from '../kernel/kernel-store.js';
import type { KernelLogger } from '../kernel/logger.js';

/** A step that migrates data of earlier versions. It must be idempotent. */
export interface Upgrade {
  /** The key under which the run is recorded. Never change it. */
  readonly name: string;
  /** Returns the number of changes. */
  run(): Promise<number>;
}

/** The causation of the events of an upgrade. */
export function causeOf(upgrade: string): Causation {
  const id = `upgrade-${upgrade}`;
  return systemRun(id, id);
}

/** The kind of the kernel records of completed upgrades. */
const KIND = 'upgrade';

/** Runs each upgrade once per log, after the kernel has opened and before the server listens. */
export class Upgrades {
  constructor(
    private readonly store: Pick<KernelStore, 'get' | 'put'>,
    private readonly upgrades: readonly Upgrade[],
    private readonly clock: Clock,
    private readonly logger: KernelLogger,
  ) {}

  /** Runs the upgrades that are not recorded as complete, in order. @throws the error of an upgrade, which then runs again at the next start */
  async run(): Promise<void> {
    for (const upgrade of this.upgrades) {
      const { name } = upgrade;
      if ((await this.store.get(KIND, name)) !== null) continue;
      const changed = await upgrade.run();
      await this.store.put(KIND, name, { at: this.clock.now().toISOString() });
      this.logger.info({ upgrade: name, changed }, 'the data was upgraded');
    }
  }
}
