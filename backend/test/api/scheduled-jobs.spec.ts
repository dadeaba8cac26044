import { Jobs } from '../../src/kernel/jobs.js';
import { TestClock, startApp } from '../support/app.js';

/** When each job runs first, in seconds after a start at this time of the machine, which jobs with an hour follow. */
async function firstRuns(hour: number, minute: number, second: number) {
  const clock = new TestClock(new Date(2026, 10, 21, hour, minute, second));
  await using app = await startApp({ clock, hasJobs: true });
  const jobs = app.server.get(Jobs);
  const run = jobs.run.bind(jobs);
  const begun = app.timer.elapsed();
  const first: Record<string, number> = {};
  jobs.run = (name, work) => {
    first[name] ??= (app.timer.elapsed() - begun) / 1000;
    return run(name, work);
  };
  await app.timer.advance(65_000);
  expect(jobs.failing()).toEqual([]);
  return first;
}

describe('the scheduled jobs', () => {
  it('run at their times: what may be overdue soon after a start, and what has an hour then', async () => {
    expect(await firstRuns(4, 59, 30)).toEqual({
      AccountDeletion: 5,
      ActivityNotices: 20,
      AdminSessions: 30,
      AlarmMails: 60,
      AlarmWatch: 10,
      BoostTimes: 20,
      ErasureScrub: 20,
      GoodbyeMails: 60,
      KeySweep: 5,
      LimitsSweeper: 30,
      LiveConnections: 20,
      LiveFeed: 1,
      OwnActDeadlines: 60,
      PhotoExpiry: 5,
      ProposalDeadlines: 60,
      RemovedPosts: 30,
      SentMailsSweep: 30,
      SessionSweeper: 30,
      SuspensionEnds: 60,
      UnusedPictures: 5,
      WaitingMails: 60,
      WeekClosing: 60,
    });
  });

  it('compare payments once a day', async () => {
    expect(await firstRuns(4, 22, 30)).toMatchObject({ Reconciliation: 30 });
  });
});
