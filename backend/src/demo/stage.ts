import { AsyncLocalStorage } from 'node:async_hooks';
import type { INestApplicationContext } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Clock, Ids } from '../kernel/clock.js';
import { seededRandom, seededUuid } from './random.js';

/** The scene that is being played: when it is set, and where its ids come from. */
interface Setting {
  readonly time: Date;
  readonly random: () => number;
}

const settings = new AsyncLocalStorage<Setting>();

/**
 * Plays a scene at its time, with ids that are the same however often, and after or beside whatever, it is played. Scenes
 * may be played at once: each keeps its own time and ids.
 */
export function onStage<Result>(name: string, time: Date, work: () => Result): Result {
  return settings.run({ time, random: seededRandom(name) }, work);
}

/** Stops whatever an application would do by the clock: on the stage nothing happens by itself. */
export function dismissTimers(app: INestApplicationContext): void {
  const timers = app.get(SchedulerRegistry, { strict: false });
  for (const name of timers.getIntervals()) timers.deleteInterval(name);
  for (const name of timers.getTimeouts()) timers.deleteTimeout(name);
  for (const name of timers.getCronJobs().keys()) timers.deleteCronJob(name);
}

/** The time of the scene that is being played. */
export class StageClock extends Clock {
  now(): Date {
    return new Date(setting().time);
  }
}

/** The ids of the scene that is being played. */
export class StageIds extends Ids {
  uuid(): string {
    return seededUuid(setting().random);
  }

  secret(bytes: number): string {
    const { random } = setting();
    return Buffer.from(Array.from({ length: bytes }, () => Math.floor(random() * 256))).toString('base64url');
  }
}

function setting(): Setting {
  const current = settings.getStore();
  if (!current) throw new Error('nothing happens in the demo but its scenes');
  return current;
}
