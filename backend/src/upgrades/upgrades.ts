import type { Causation } from '../kernel/causation.js';
import type { Clock } from '../kernel/clock.js';
import type { KernelStore } from '../kernel/kernel-store.js';
import type { EngineLogger } from '../kernel/logger.js';

/** A step that brings data of an older program up to this one. It must be safe to run again. */
export interface Upgrade {
  /** For good: that it has run is remembered by it. */
  readonly name: string;
  /** Answers how much it changed. */
  run(): Promise<number>;
}

/** What the events of an upgrade are put down to. */
export function causeOf(upgrade: string): Causation {
  const id = `upgrade-${upgrade}`;
  return { actor: { kind: 'system', id }, requestId: null, correlationId: id, causationId: id };
}

/** The kind of record that says which upgrades have run on a log. */
const KIND = 'upgrade';

/** Runs upgrades once for each log, after the engine has started and before the server listens. */
export class Upgrades {
  constructor(
    private readonly store: Pick<KernelStore, 'get' | 'put'>,
    private readonly upgrades: readonly Upgrade[],
    private readonly clock: Clock,
    private readonly logger: EngineLogger,
  ) {}

  /** Runs those that have not run to their end before, in order. @throws what an upgrade throws; then it runs again next time */
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
