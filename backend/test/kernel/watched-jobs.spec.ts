import path from 'node:path';
import { Global, Injectable, Module, type Type } from '@nestjs/common';
import { Cron, CronExpression, Interval, SchedulerRegistry, Timeout } from '@nestjs/schedule';
import { Test } from '@nestjs/testing';
import { WatchedJobs, scheduled } from '../../src/composition/watched-jobs.js';
import { SqliteKernelStore } from '../../src/infrastructure/kernel-store/sqlite-kernel-store.js';
import { ActiveRole } from '../../src/kernel/active-role.js';
import { Clock } from '../../src/kernel/clock.js';
import { Jobs } from '../../src/kernel/jobs.js';
import { KernelStore } from '../../src/kernel/kernel-store.js';
import { TestClock } from '../support/app.js';
import { useFolder } from '../support/folder.js';
import { holdJobs } from '../support/jobs.js';
import { TestTimer } from '../support/timer.js';

/** What has run, in this order. */
const runs: string[] = [];
let isBroken = false;

@Injectable()
class Sweeping {
  @Interval(1000)
  async sweep(): Promise<void> {
    runs.push('sweep');
    if (isBroken) throw new Error('no room');
  }

  async twice(): Promise<void> {
    await this.sweep();
  }
}

@Injectable()
class Beating {
  @Interval(1000)
  beat(): void {
    runs.push('beat');
  }
}

@Injectable()
class Catching {
  @Timeout(5000)
  catchUp(): void {
    runs.push('catch up');
  }

  @Interval(60_000)
  go(): void {
    runs.push('go');
  }
}

@Injectable()
class Hourly {
  @Cron(CronExpression.EVERY_HOUR)
  count(): void {
    runs.push('count');
  }
}

const role = { isAlone: false, isActive: true };
const folder = useFolder();
let clock: TestClock;
let timer: TestTimer;
let jobs: Jobs;

beforeEach(() => {
  runs.length = 0;
  role.isActive = true;
  clock = new TestClock();
  timer = new TestTimer(clock);
  jobs = new Jobs(
    {
      Beating: 'every process',
      Sweeping: 'active process',
      Catching: 'active process',
      Hourly: 'active process',
    },
    clock,
  );
});

/** A process of a site with these jobs. Its store is that of all processes of a test. */
async function start(...providers: Type[]) {
  const store = new SqliteKernelStore(path.join(folder, 'kernel.db'));
  const ports = [
    { provide: Jobs, useValue: jobs },
    { provide: ActiveRole, useValue: role },
    { provide: KernelStore, useValue: store },
    { provide: Clock, useValue: clock },
  ];
  @Global()
  @Module({ providers: ports, exports: ports })
  class Ports {}
  const app = await Test.createTestingModule({ imports: [Ports, scheduled()], providers }).compile();
  const stop = async () => {
    await app.close();
    await store.close();
  };
  await app.init().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  holdJobs(app.get(SchedulerRegistry), timer, clock);
  return { app, watched: app.get(WatchedJobs, { strict: false }), [Symbol.asyncDispose]: stop };
}

describe('a scheduled job', () => {
  it('is watched by its class, and its other callers get its errors themselves', async () => {
    await using site = await start(Sweeping);
    isBroken = true;
    await timer.advance(1000);
    const lastRun = clock.now().toISOString();
    expect(jobs.named('Sweeping')).toMatchObject({ lastRun, error: 'no room' });
    await expect(site.app.get(Sweeping).twice()).rejects.toThrow('no room');
    expect(runs).toEqual(['sweep', 'sweep']);
    isBroken = false;
    await timer.advance(1000);
    expect(jobs.named('Sweeping')).toMatchObject({ error: null });
  });

  it('without a row in the table does not let the process start', async () => {
    jobs = new Jobs({ Beating: 'every process' }, clock);
    await expect(start(Beating, Hourly)).rejects.toThrow('the table of scheduled jobs has no row for Hourly');
  });

  it('of the active process does nothing elsewhere, where jobs of every process run', async () => {
    role.isActive = false;
    await using _ = await start(Sweeping, Beating, Catching, Hourly);
    await timer.advance(3_600_000);
    expect(new Set(runs)).toEqual(new Set(['beat']));
    expect(jobs.all().filter(({ lastRun }) => lastRun !== null)).toMatchObject([{ name: 'Beating' }]);
  });
});

describe('a process that becomes the active one', () => {
  it('does what was due at its start, and what nobody has counted since it was due', async () => {
    role.isActive = false;
    await using site = await start(Sweeping, Catching, Hourly);
    await timer.advance(5000);
    role.isActive = true;
    await site.watched.becameActive();
    expect(runs.toSorted()).toEqual(['catch up', 'count']);
  });

  it('does nothing that was done before, and leaves to its clock what is still to come', async () => {
    {
      await using _ = await start(Hourly);
      await timer.advance(3_600_000);
    }
    expect(runs).toEqual(['count']);
    await using site = await start(Catching, Hourly);
    await site.watched.becameActive();
    expect(runs).toEqual(['count']);
    clock.advance(3_599_999);
    await site.watched.becameActive();
    expect(runs).toEqual(['count']);
    clock.advance(1);
    await site.watched.becameActive();
    expect(runs).toEqual(['count', 'count']);
    await timer.advance(5000);
    expect(runs).toEqual(['count', 'count', 'catch up']);
  });
});
