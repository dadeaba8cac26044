import { Global, Injectable, Module } from '@nestjs/common';
import { Interval, SchedulerRegistry } from '@nestjs/schedule';
import { Test } from '@nestjs/testing';
import { scheduled } from '../../src/composition/watched-jobs.js';
import { Jobs } from '../../src/kernel/jobs.js';
import { TestClock } from '../support/app.js';
import { holdJobs } from '../support/jobs.js';
import { TestTimer } from '../support/timer.js';

let isBroken = true;
let runs = 0;

@Injectable()
class Sweeping {
  @Interval(1000)
  async sweep(): Promise<void> {
    runs += 1;
    if (isBroken) throw new Error('no room');
  }

  async twice(): Promise<void> {
    await this.sweep();
  }
}

const jobs = new Jobs();

@Global()
@Module({ providers: [{ provide: Jobs, useValue: jobs }], exports: [Jobs] })
class JobsModule {}

describe('a scheduled job', () => {
  it('is watched by its class, and its other callers get its errors themselves', async () => {
    const app = await Test.createTestingModule({
      imports: [JobsModule, scheduled()],
      providers: [Sweeping],
    }).compile();
    await app.init();
    const timer = new TestTimer();
    holdJobs(app.get(SchedulerRegistry), timer, new TestClock());
    try {
      await timer.advance(1000);
      expect(jobs.failing()).toMatchObject([{ name: 'Sweeping', error: 'no room' }]);
      await expect(app.get(Sweeping).twice()).rejects.toThrow('no room');
      expect(runs).toBe(2);
      isBroken = false;
      await timer.advance(1000);
      expect(jobs.failing()).toEqual([]);
    } finally {
      await app.close();
    }
  });
});
