import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ActiveServices } from './active-requests.js';
import { ActiveRole } from './active-role.js';
import { KeyErasures } from './key-erasures.js';
import { LeaseHeartbeat } from './leases/lease-heartbeat.js';
import { ProcessWatch } from './leases/process-watch.js';
import { SharedLeases } from './leases/shared-leases.js';
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
  /** After a failure to take over what this process has leases for: resolves when to try again, or ends the process. */
  abstract mend(error: unknown): Promise<void>;
  abstract close(): Promise<void>;
}

/** Path and host of the data folder, for a log that several data folders can reach; null otherwise. */
export class LogOwner {
  constructor(readonly place: string | null) {}
}

/** Starts the kernel before the first request and stops it after the last. */
@Injectable()
export class KernelLifecycle implements OnApplicationShutdown {
  /** Called when this process, one of several, becomes the active one. */
  onActive: () => void = () => undefined;
  private isEstablished = false;
  private isReacting = false;
  private isStopping = false;
  /** What it does with the leases that it has taken, one after the other. */
  private taking: Promise<void> = Promise.resolve();

  constructor(
    private readonly processes: ProcessWatch,
    private readonly lease: LeaseHeartbeat,
    private readonly role: ActiveRole,
    private readonly services: ActiveServices,
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
   * Joins the processes of the site, takes the lease, opens the views, checks that they belong to this log, starts to feed them,
   * and opens the reactions. Requests can be answered then. {@link react} follows.
   * @throws OtherProcessError, LeaseHeldError, FormatError, WrongLogError, ForeignKeysError, KeysLostError
   */
  async open(): Promise<void> {
    await this.startViews();
    if (this.role.isAlone) await this.steps.take('opening the reactions', () => this.reactor.open());
    else {
      // Before this process writes: the active one may be of a program without them.
      await this.steps.take('noting where reactions start', () => this.reactor.noteStarts());
      this.takeOver();
      await this.steps.take('waiting until the views can be read', () => this.projector.readable());
    }
  }

  /** Runs the reactions, and retries what an earlier start could not decode. One of several does it once it is active. */
  async react(): Promise<void> {
    if (this.role.isAlone) await this.begin();
  }

  private get leases(): SharedLeases | null {
    return this.role instanceof SharedLeases ? this.role : null;
  }

  /** Does what this process has leases for, and from then on also what it gets later. */
  private takeOver(): void {
    const go = () => {
      this.taking = this.taking.then(() => this.goOn());
    };
    if (this.leases) this.leases.onTaken = go;
    go();
  }

  private async goOn(): Promise<void> {
    while (!this.isStopping) {
      try {
        await this.doLeased();
        return;
      } catch (error) {
        if (!this.isStopping) await this.resources.mend(error);
      }
    }
  }

  private async doLeased(): Promise<void> {
    const { leases, projector, reactor } = this;
    if (leases?.hasAny) await this.quarantine.storeOwn();
    await projector.open();
    await projector.start();
    if (!leases?.hasWork || this.isReacting) return;
    await reactor.open();
    leases.isReady = true;
    await this.begin();
    this.isReacting = true;
    this.services.start();
    this.onActive();
  }

  private async begin(): Promise<void> {
    await this.reactor.start();
    // A newer program, or restored keys, may decode what an earlier start could not.
    this.quarantine.retrySoon();
    this.keys.runSoon();
    this.check.start();
  }

  /** Opens the views only, for tools whose work must not cause mails. */
  async startViews(): Promise<void> {
    const { steps } = this;
    await steps.take('looking for other processes', () => this.processes.join());
    await steps.take('taking the lease', () => this.lease.acquire());
    await steps.take('taking free leases', async () => this.leases?.start());
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
    this.isStopping = true;
    if (!this.role.isAlone) this.projector.abort();
    await this.taking;
    await this.services.stop();
    await this.reactor.stop();
    await this.projector.stop();
    await this.keys.stop();
    await this.check.stop();
    // If this fails, a log that is behind is still noticed, up to the last note.
    if (this.isEstablished && this.role.isActive) await this.identity.note().catch(() => undefined);
    await this.lease.release();
    await this.leases?.release();
    await this.processes.leave();
    await this.resources.close();
  }
}
