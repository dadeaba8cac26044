import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { KeyErasures } from './key-erasures.js';
import { LeaseKeeper } from './leases/lease-keeper.js';
import { KeyAudit } from './log/key-audit.js';
import { QuarantineRetry } from './log/quarantine-retry.js';
import { LogIdentity } from './log/log-identity.js';
import { Projector } from './views/projector.js';
import { Reactor } from './reactions/reactor.js';

/** Frees whatever the engine holds; bound to the adapters by the composition root. */
export abstract class EngineResources {
  abstract close(): Promise<void>;
}

/** Where this process keeps its data, if several data folders can reach the log; null if none other can. */
export class LogOwner {
  constructor(readonly place: string | null) {}
}

/** Starts the engine before the first request and stops it after the last. */
@Injectable()
export class EngineLifecycle implements OnApplicationShutdown {
  private isEstablished = false;

  constructor(
    @Inject(LeaseKeeper) private readonly lease: LeaseKeeper,
    @Inject(LogIdentity) private readonly identity: LogIdentity,
    @Inject(LogOwner) private readonly owner: LogOwner,
    @Inject(Projector) private readonly projector: Projector,
    @Inject(Reactor) private readonly reactor: Reactor,
    @Inject(QuarantineRetry) private readonly quarantine: QuarantineRetry,
    @Inject(KeyAudit) private readonly keys: KeyAudit,
    @Inject(KeyErasures) private readonly erasures: KeyErasures,
    @Inject(EngineResources) private readonly resources: EngineResources,
  ) {}

  /**
   * Takes the lease, opens the views, makes sure that they come from this log, and begins to feed them and the reactions.
   * @throws LeaseHeldError, WrongLogError, ForeignKeysError
   */
  async start(): Promise<void> {
    await this.startViews();
    await this.reactor.start();
    // A newer program, or keys that were brought back, may decode what an earlier start could not.
    this.quarantine.retrySoon();
    this.keys.runSoon();
  }

  /** The same without reactions, for tools whose work is nobody's news. */
  async startViews(): Promise<void> {
    await this.lease.acquire();
    await this.identity.establish(await this.projector.open(), this.owner.place);
    this.isEstablished = true;
    // Before anything is decoded: these may be the keys of an earlier copy.
    await this.erasures.catchUp();
    await this.projector.start();
  }

  /**
   * Runs when every request has been answered: reactions first, as they may write; then the views, at the
   * border of a batch.
   */
  async onApplicationShutdown(): Promise<void> {
    await this.reactor.stop();
    await this.projector.stop();
    await this.keys.stop();
    // Without it, a log that is behind is noticed all the same, up to what was noted before.
    if (this.isEstablished) await this.identity.note().catch(() => undefined);
    await this.lease.release();
    await this.resources.close();
  }
}
