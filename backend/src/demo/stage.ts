import { AsyncLocalStorage } from 'node:async_hooks';
import { Clock, Ids } from '../kernel/clock.js';
import { Repeatable } from '../kernel/repeatable.js';
import { seededRandom, seededUuid } from './random.js';

/** The time of the current scene, and the source of its ids. */
interface Setting {
  readonly time: Date;
  readonly random: () => number;
}

const settings = new AsyncLocalStorage<Setting>();

/**
 * Runs `work` with the clock at `time` and with ids that depend on `name` only: a repetition gets the same ids, in any
 * order. Scenes may run concurrently; each has its own time and ids.
 */
export function onStage<Result>(name: string, time: Date, work: () => Result): Result {
  return settings.run({ time, random: seededRandom(name) }, work);
}

/** A clock that returns the time of the current scene. */
export class StageClock extends Clock {
  now(): Date {
    return new Date(setting().time);
  }
}

/** Reproducible ids of the current scene. */
export class StageIds extends Ids {
  uuid(): string {
    return seededUuid(setting().random);
  }

  secret(bytes: number): string {
    const { random } = setting();
    return Buffer.from(Array.from({ length: bytes }, () => Math.floor(random() * 256))).toString('base64url');
  }
}

/**
 * What finds again the events of a scene that was played before, perhaps in part. The ids of events derive from the scene,
 * so they do not depend on how far it came; those of people, photos and comments are the ids of the stage.
 */
export class RepeatableScene extends Repeatable {
  constructor(
    name: string,
    private readonly ids: StageIds,
  ) {
    super(`demo/${name}`, true);
  }

  override nextId(): string {
    return this.ids.uuid();
  }
}

function setting(): Setting {
  const current = settings.getStore();
  if (!current) throw new Error('the demo used its clock or ids outside of a scene');
  return current;
}
