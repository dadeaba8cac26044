import { mock } from 'node:test';
import { ScheduleModule } from '@nestjs/schedule';
import { Test } from '@nestjs/testing';
import { AccountDeletion } from '../../src/reactions/erasure/account-deletion.js';
import { PhotoExpiry } from '../../src/reactions/timers/photo-expiry.js';

/** Starts the timers of a job whose work only counts its runs. */
async function started(job: typeof AccountDeletion | typeof PhotoExpiry, work: string) {
  let runs = 0;
  const instance: object = Object.create(job.prototype);
  Object.assign(instance, { [work]: () => Promise.resolve((runs += 1)) });
  const module = await Test.createTestingModule({
    imports: [ScheduleModule.forRoot()],
    providers: [{ provide: job, useValue: instance }],
  }).compile();
  await module.init();
  return { runs: () => runs, stop: () => module.close() };
}

describe('a job that deletes what is due', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  it.each([
    ['the expiry of photos', PhotoExpiry, 'expire'],
    ['the deletion of accounts', AccountDeletion, 'deleteDue'],
  ] as const)('runs soon after the start and not only on its timer: %s', async (_, job, work) => {
    const { runs, stop } = await started(job, work);
    mock.timers.tick(5000);
    expect(runs()).toBe(1);
    await stop();
  });
});
