import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { KeyAudit } from './log/key-audit.js';
import { QuarantineRetry } from './log/quarantine-retry.js';
import { Projector } from './views/projector.js';
import { Reactor } from './reactions/reactor.js';

/** Frees whatever the engine holds; bound to the adapters by the composition root. */
export abstract class EngineResources {
  abstract close(): Promise<void>;
}

/** Starts the engine before the first request and stops it after the last. */
@Injectable()
export class EngineLifecycle implements OnApplicationShutdown {
  constructor(
    @Inject(Projector) private readonly projector: Projector,
    @Inject(Reactor) private readonly reactor: Reactor,
    @Inject(QuarantineRetry) private readonly quarantine: QuarantineRetry,
    @Inject(KeyAudit) private readonly keys: KeyAudit,
    @Inject(EngineResources) private readonly resources: EngineResources,
  ) {}

  /** Opens the views and begins to feed them and the reactions. */
  async start(): Promise<void> {
    await this.projector.start();
    await this.reactor.start();
    // A newer program, or keys that were brought back, may decode what an earlier start could not.
    this.quarantine.retrySoon();
    this.keys.runSoon();
  }

  /**
   * Runs when every request has been answered: reactions first, as they may write; then the views, at the
   * border of a batch.
   */
  async onApplicationShutdown(): Promise<void> {
    await this.reactor.stop();
    await this.projector.stop();
    await this.keys.stop();
    await this.resources.close();
  }
}
