import { type DynamicModule, Module, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, MetadataScanner } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { Jobs } from '../kernel/jobs.js';

/** What `@Interval`, `@Timeout` and `@Cron` mark their methods with. */
const MARK = 'SCHEDULER_TYPE';

type Instance = Record<string, unknown>;

/**
 * Lets {@link Jobs} see how each scheduled run ends. A job is named like its class. `@nestjs/schedule` takes the methods of the
 * instances when its module is initialised, so they are replaced before that and restored after it: other callers get the
 * errors themselves.
 */
@Module({ imports: [DiscoveryModule] })
class WatchedJobs implements OnModuleInit, OnApplicationBootstrap {
  private readonly replaced: (readonly [instance: Instance, method: string])[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly jobs: Jobs,
  ) {}

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

  private watch(instance: Instance, name: string): void {
    const method = Object.getPrototypeOf(instance)[name] as (() => unknown) | undefined;
    if (typeof method !== 'function' || !Reflect.hasMetadata(MARK, method)) return;
    const watched = () => this.jobs.run(instance.constructor.name, () => method.call(instance));
    for (const key of Reflect.getMetadataKeys(method)) {
      Reflect.defineMetadata(key, Reflect.getMetadata(key, method), watched);
    }
    instance[name] = watched;
    this.replaced.push([instance, name]);
  }
}

/** The clock of scheduled jobs, which are watched. */
export function scheduled(): DynamicModule {
  // A module is initialised after those that it imports, unless it is global. Nobody injects what this one exports.
  return { ...ScheduleModule.forRoot(), global: false, imports: [DiscoveryModule, WatchedJobs] };
}
