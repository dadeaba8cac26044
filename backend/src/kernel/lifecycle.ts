import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { KeyErasures } from './key-erasures.js';
import { LeaseHeartbeat } from './leases/lease-heartbeat.js';
import { ErasedPeople } from './log/erased-people.js';
import { KeyAudit } from './log/key-audit.js';
import { LogCheck } from './log/log-check.js';
import { QuarantineRetry } from './log/quarantine-retry.js';
import { LogIdentity } from './log/log-identity.js';
import { Projector } from './views/projector.js';
import { Reactor } from './reactions/reactor.js';
import { StartSteps } from './start-steps.js';

/** Closes the adapters. The composition root provides it. */
export abstract class KernelResources {
  abstract close(): Promise<void>;
}

/** Path and host of the data folder, for a log that several data folders can reach; null otherwise. */
export class LogOwner {
  constructor(readonly place: string | null) {}
}

/** Starts the kernel before the first request and stops it after the last. */
@Injectable()
export class KernelLifecycle implements OnApplicationShutdown {
  private isEstablished = false;

  constructor(
    private readonly lease: LeaseHeartbeat,
    private readonly identity: LogIdentity,
    private readonly owner: LogOwner,
    private readonly projector: Projector,
    private readonly reactor: Reactor,
    private readonly quarantine: QuarantineRetry,
    private readonly keys: KeyAudit,
    private readonly check: LogCheck,
    private readonly erasures: KeyErasures,
    private readonly erased: ErasedPeople,
    private readonly resources: KernelResources,
    private readonly steps: StartSteps,
  ) {}

  /**
   * Takes the lease, opens the views, checks that they belong to this log, starts to feed them, and opens the reactions.
   * Requests can be answered then. {@link react} follows.
   * @throws LeaseHeldError, FormatError, WrongLogError, ForeignKeysError, KeysLostError
   */
  async open(): Promise<void> {
    await this.startViews();
    await this.steps.take('opening the reactions', () => this.reactor.open());
  }

  /** Runs the reactions, and retries what an earlier start could not decode. */
  async react(): Promise<void> {
    await this.reactor.start();
    // A newer program, or restored keys, may decode what an earlier start could not.
    this.quarantine.retrySoon();
    this.keys.runSoon();
    this.check.start();
  }

  /** Opens the views only, for tools whose work must not cause mails. */
  async startViews(): Promise<void> {
    const { steps } = this;
    await steps.take('taking the lease', () => this.lease.acquire());
    const standings = await steps.take('opening the views', () => this.projector.open());
    await steps.take('comparing log, views and keys', () =>
      this.identity.establish(standings, this.owner.place),
    );
    this.isEstablished = true;
    // Before anything is decoded: these may be the keys of an earlier copy. So it is no part of the build of the views.
    await steps.take('looking for deleted people', (onProgress) => this.erasures.catchUp(onProgress));
    await steps.take('looking for people who were not scrubbed', (onProgress) =>
      this.erased.find(onProgress),
    );
    await steps.take('starting the views', () => this.projector.start());
  }

  /**
   * Stops after the last request: the reactions first, because they may write, then the views after their current batch.
   */
  async onApplicationShutdown(): Promise<void> {
    await this.reactor.stop();
    await this.projector.stop();
    await this.keys.stop();
    await this.check.stop();
    // If this fails, a log that is behind is still noticed, up to the last note.
    if (this.isEstablished) await this.identity.note().catch(() => undefined);
    await this.lease.release();
    await this.resources.close();
  }
}
