import { Global, Injectable, Module } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Test } from '@nestjs/testing';
import { scheduled } from '../../src/composition/watched-jobs.js';
import { Jobs } from '../../src/kernel/jobs.js';
import { News } from '../support/waits.js';

let isBroken = true;
let runs = 0;

@Injectable()
class Sweeping {
  @Interval(1)
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
    const news = new News();
    jobs.whenChanged(news.tell);
    await app.init();
    try {
      await news.until('a failed run', () => jobs.failing().length > 0);
      expect(jobs.failing()).toMatchObject([{ name: 'Sweeping', error: 'no room' }]);
      await expect(app.get(Sweeping).twice()).rejects.toThrow('no room');
      expect(runs).toBeGreaterThan(1);
      isBroken = false;
      await news.until('a good run', () => jobs.failing().length === 0);
    } finally {
      await app.close();
    }
  });
});
