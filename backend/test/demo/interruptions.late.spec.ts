import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Adapters, openAdapters } from '../../src/composition/adapters.js';
import { AppModule } from '../../src/app.module.js';
import { readConfig } from '../../src/config.js';
import { Community } from '../../src/demo/community.js';
import { RetryingLog } from '../../src/demo/retrying-log.js';
import type { Scene } from '../../src/demo/scenes.js';
import { StageClock, StageIds, onStage } from '../../src/demo/stage.js';
import {
  type Appended,
  type EventLog,
  EventLogUnavailableError,
  type LoggedEvent,
} from '../../src/kernel/event-log.js';
import { States } from '../../src/kernel/states.js';
import { useFolder } from '../support/folder.js';
import { Projector } from '../../src/kernel/views/projector.js';

const at = new Date('2026-11-20T12:00:00.000Z');
const scenes: readonly Scene[] = [
  { kind: 'join', person: 1, at },
  { kind: 'join', person: 2, at },
  { kind: 'publish', person: 1, photo: 1, at },
  { kind: 'rate', person: 2, photo: 1, score: 8, at },
  { kind: 'like', person: 2, photo: 1, at },
  { kind: 'say', person: 2, photo: 1, comment: 'c1', parent: null, text: 'What a day.', at },
  { kind: 'say', person: 1, photo: 1, comment: 'c1.0', parent: 'c1', text: 'Thank you.', at },
  { kind: 'applaud', person: 1, photo: 1, comment: 'c1', at },
  { kind: 'buy', person: 1, purchase: 'b1', boostType: 'mega', photo: 1, at },
  { kind: 'buy', person: 2, purchase: 'b2', boostType: 'regular', photo: null, at },
  { kind: 'takeBack', person: 2, purchase: 'b2', by: 'refund', at },
  { kind: 'buy', person: 2, purchase: 'b3', boostType: null, photo: null, at },
  { kind: 'takeBack', person: 1, purchase: 'b1', by: 'dispute', at },
];

type Fault = 'none' | 'before' | 'after';

/** Stands before a log and decides for each append whether it fails, and whether it is written nevertheless. */
class Faults {
  appends = 0;
  next: (append: number) => Fault = () => 'none';

  before(log: EventLog): EventLog {
    const append = async (...parameters: Parameters<EventLog['append']>): Promise<Appended> => {
      this.appends += 1;
      const fault = this.next(this.appends);
      const appended = fault === 'before' ? null : await log.append(...parameters);
      if (appended === null || fault === 'after') throw this.error();
      return appended;
    };
    return new Proxy(log, {
      get: (target, name) => {
        if (name === 'append') return append;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  error: () => Error = () => new EventLogUnavailableError('no answer in 800 ms');
}

/** The demo on a data folder of its own; all have the same secret, which stream names derive from. */
class Theatre {
  readonly faults = new Faults();
  readonly lines: string[] = [];
  private readonly ids = new StageIds();
  private app!: INestApplicationContext;
  private adapters!: Adapters;

  constructor(private readonly dataDir: string) {}

  async open(): Promise<void> {
    const config = readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATA_DIR: this.dataDir,
      APP_SECRET: 'a secret that all these folders have in common',
    });
    const opened = await openAdapters(config, { clock: new StageClock(), ids: this.ids });
    const log = new RetryingLog(this.faults.before(opened.storage.log), {
      server: 'EventStoreDB',
      tell: (line) => this.lines.push(line),
      timer: { elapsed: () => 0, pause: async () => undefined },
    });
    this.adapters = { ...opened, storage: { ...opened.storage, log } };
    this.app = await onStage('test/opening', at, () =>
      NestFactory.createApplicationContext(AppModule.with(config, this.adapters), { logger: false }),
    );
    await this.app.get(Projector).start();
  }

  close(): Promise<void> {
    return onStage('test/closing', at, () => this.app.close());
  }

  /** A run from the first scene, as of a new process. */
  async play(seed: number): Promise<void> {
    this.app.get(States).forgetAll();
    const community = new Community(this.app, this.ids, seed);
    for (const scene of scenes) await community.play(scene);
  }

  head(): Promise<number> {
    return this.adapters.storage.log.head();
  }

  async eventsAfter(position: number) {
    const events = await this.adapters.storage.log.readAll(position, Number.MAX_SAFE_INTEGER);
    return events.map(({ stream, revision, id, type, metadata }: LoggedEvent) => ({
      stream,
      revision,
      id,
      type,
      metadata,
    }));
  }
}

const good = new Theatre(useFolder({ per: 'file' }));
const bad = new Theatre(useFolder({ per: 'file' }));

describe('the demo', () => {
  beforeAll(async () => {
    await good.open();
    await bad.open();
  });
  afterAll(async () => {
    await good.close();
    await bad.close();
  });
  afterEach(() => {
    bad.faults.next = () => 'none';
  });

  it('writes the same events to a log that fails now and then, and says that it waits', async () => {
    await good.play(1);
    bad.faults.next = (append) =>
      (['none', 'before', 'after', 'none', 'after'] as const)[append % 5] ?? 'none';
    await bad.play(1);
    expect(await bad.eventsAfter(0)).toEqual(await good.eventsAfter(0));
    expect(bad.faults.appends).toBeGreaterThan(good.faults.appends);
    expect(bad.lines.slice(0, 2)).toEqual([
      'Waiting for EventStoreDB: no answer in 800 ms',
      'EventStoreDB answers again after 0 s',
    ]);
  });

  it('writes the same events when it is killed before or after any append and started again', async () => {
    const beforehand = good.faults.appends;
    const goodStart = await good.head();
    await good.play(2);
    const appends = good.faults.appends - beforehand;
    const expected = (await good.eventsAfter(goodStart)).map(({ type }) => type);
    bad.faults.error = () => new Error('killed');
    for (const [index, fault] of (['before', 'after'] as const).entries()) {
      for (let killed = 1 + index; killed <= appends; killed += 3) {
        const start = await bad.head();
        const first = bad.faults.appends;
        bad.faults.next = (append) => (append - first === killed ? fault : 'none');
        // Every run is of another community.
        const seed = 1000 * (index + 1) + killed;
        await expect(bad.play(seed)).rejects.toThrow('killed');
        bad.faults.next = () => 'none';
        await bad.play(seed);
        const events = await bad.eventsAfter(start);
        expect(events.map(({ type }) => type)).toEqual(expected);
        const end = await bad.head();
        await bad.play(seed);
        expect(await bad.head()).toBe(end);
      }
    }
  });
});
