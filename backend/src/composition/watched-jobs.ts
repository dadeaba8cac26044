import { type DynamicModule, Module, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, MetadataScanner, ModuleRef } from '@nestjs/core';
import { ScheduleModule, SchedulerRegistry } from '@nestjs/schedule';
import { ActiveRole } from '../kernel/active-role.js';
import { Clock } from '../kernel/clock.js';
import { Jobs } from '../kernel/jobs.js';
import { allSettled } from '../kernel/settle-all.js';
import { KernelStore } from '../kernel/kernel-store.js';

/** What `@Interval`, `@Timeout` and `@Cron` mark their methods with, and what the last two add. */
const MARK = 'SCHEDULER_TYPE';
const TIMEOUT = 'SCHEDULE_TIMEOUT_OPTIONS';
const CRON = 'SCHEDULE_CRON_OPTIONS';

/** The kind of the kernel records with the last run of each `@Cron` job. */
const KIND = 'job-run';

type Instance = Record<string, unknown>;
type Run = () => Promise<void>;

/**
 * Lets {@link Jobs} see how each scheduled run ends. A job is named like its class. `@nestjs/schedule` takes the methods of the
 * instances when its module is initialised, so they are replaced before that and restored after it: other callers get the
 * errors themselves. A job of the active process does nothing elsewhere.
 */
@Module({ imports: [DiscoveryModule] })
export class WatchedJobs implements OnModuleInit, OnApplicationBootstrap {
  private readonly replaced: (readonly [instance: Instance, method: string])[] = [];
  /** What `@Timeout` would have done if this process had been the active one. */
  private skipped: Run[] = [];
  /** What `@Cron` does in the active process, by job. */
  private readonly crons = new Map<string, Run>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly modules: ModuleRef,
    private readonly jobs: Jobs,
    private readonly role: ActiveRole,
    private readonly store: KernelStore,
    private readonly clock: Clock,
  ) {}

  /** @throws RangeError for a job that is not in the table */
  onModuleInit(): void {
    const found = [...this.discovery.getProviders(), ...this.discovery.getControllers()];
    for (const instance of new Set(found.map((wrapper) => wrapper.instance as Instance | null))) {
      const prototype: unknown = instance && Object.getPrototypeOf(instance);
      if (!instance || !prototype) continue;
      for (const name of this.scanner.getAllMethodNames(prototype)) this.watch(instance, name);
    }
  }

  onApplicationBootstrap(): void {
    for (const [instance, name] of this.replaced) delete instance[name];
  }

  /**
   * Runs what was due while this process was not the active one, and nobody may have run: each `@Timeout` whose time has passed,
   * and each `@Cron` whose time has come since its last run. Call it once this process is the active one.
   */
  async becameActive(): Promise<void> {
    const { skipped } = this;
    this.skipped = [];
    const due = async ([job, run]: [string, Run]) => {
      if (await this.isDue(job)) await run();
    };
    const runs = [...skipped.map((run) => run()), ...[...this.crons].map(due)];
    await allSettled(runs);
  }

  /** One that has never run is due, and one of which that is not known: rather twice than not at all. */
  private async isDue(job: string): Promise<boolean> {
    const last = await this.store.get<{ at: string }>(KIND, job).catch(() => null);
    const { cronTime } = this.modules.get(SchedulerRegistry, { strict: false }).getCronJob(job);
    return last === null || cronTime.getNextDateFrom(new Date(last.at)).toJSDate() <= this.clock.now();
  }

  private watch(instance: Instance, name: string): void {
    const method = Object.getPrototypeOf(instance)[name] as (() => unknown) | undefined;
    if (typeof method !== 'function' || !Reflect.hasMetadata(MARK, method)) return;
    const job = instance.constructor.name;
    const isCron = Reflect.hasMetadata(CRON, method);
    const run = () =>
      this.jobs.run(job, () => (isCron ? this.noted(job, method, instance) : method.call(instance)));
    const watched = this.jobs.named(job).runsIn === 'every process' ? run : this.whenActive(run, method);
    for (const key of Reflect.getMetadataKeys(method)) {
      const value: unknown = Reflect.getMetadata(key, method);
      Reflect.defineMetadata(key, key === CRON ? { ...Object(value), name: job } : value, watched);
    }
    if (isCron) this.crons.set(job, watched);
    instance[name] = watched;
    this.replaced.push([instance, name]);
  }

  private whenActive(run: Run, method: object): Run {
    const isTimeout = Reflect.hasMetadata(TIMEOUT, method);
    return async () => {
      if (this.role.isActive) await run();
      else if (isTimeout) this.skipped.push(run);
    };
  }

  /** Notes the run when it has ended: one that a kill cuts off is due at the next takeover. */
  private async noted(job: string, method: () => unknown, instance: Instance): Promise<void> {
    const at = this.clock.now().toISOString();
    const note = async () => {
      if (!this.role.isAlone) await this.store.put(KIND, job, { at });
    };
    try {
      await method.call(instance);
    } catch (error) {
      await note().catch(() => undefined);
      throw error;
    }
    await note();
  }
}

/** The clock of scheduled jobs, which are watched. */
export function scheduled(): DynamicModule {
  // A module is initialised after those that it imports, unless it is global. Nobody injects what this one exports.
  return { ...ScheduleModule.forRoot(), global: false, imports: [DiscoveryModule, WatchedJobs] };
}
