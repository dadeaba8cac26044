import { Projector } from '../../../src/kernel/views/projector.js';
import type {
  KernelOverview,
  RetryResult,
  ViewDetails,
} from '../../../src/api/operations/projections.contract.js';
import { fieldsOf } from '../../../src/api/operations/kernel-overviews.service.js';
import { SCHEDULED_JOBS } from '../../../src/composition/scheduled-jobs.js';
import { withMaskedEmails } from '../../../src/api/http/email-address.js';
import { ALARMS } from '../../../src/kernel/alarms.js';
import { Jobs } from '../../../src/kernel/jobs.js';
import { LogCheck } from '../../../src/kernel/log/log-check.js';
import { projections } from '../../../src/projections/projections.js';
import { reactions } from '../../../src/reactions/reactions.js';
import { useAdmin } from '../../support/admins.js';
import { TestClock, startApp, useOwnApp } from '../../support/app.js';
import { DESK } from '../../support/desk.js';
import { settled } from '../../support/settled.js';
import { METADATA } from '../../support/test-kernel.js';

const PROJECTIONS = `${DESK}/projections`;

describe('the projections in the back office', () => {
  const app = useOwnApp('rebuilds views');
  const olga = useAdmin(app, 'olga', 'owner');
  const overview = async () => (await olga.get<KernelOverview>(PROJECTIONS)).body;
  const detailsOf = async (name: string) => (await olga.get<ViewDetails>(`${PROJECTIONS}/${name}`)).body;

  it('list every view and every reaction, with how far they are', async () => {
    await settled(app);
    const { head, views, reactions: shown } = await overview();
    expect(views.map(({ name }) => name)).toEqual(projections.map(({ name }) => name));
    expect(shown).toHaveLength(reactions.length);
    const accounts = views.find(({ name }) => name === 'accounts');
    expect(accounts).toMatchObject({
      generation: expect.stringMatching(/^v\d+-1$/),
      state: 'live',
      position: head,
      lag: 0,
      parked: 0,
      quarantined: 0,
      progress: null,
    });
    // A server of documents may keep its sizes to itself, as the test server does.
    const untold = (await app.adapters.storage.store.serverTime()) === null ? 0 : 1;
    expect(accounts?.size ?? untold).toBeGreaterThan(0);
    expect(shown.every(({ waiting, parked, error }) => waiting + parked === 0 && error === null)).toBe(true);
  });

  it('show an event in quarantine at its views', async () => {
    const { log, quarantine } = app.adapters.storage;
    const event = {
      id: crypto.randomUUID(),
      type: 'PostDeleted',
      data: {},
      metadata: { ...METADATA, version: 99 },
    };
    await log.append('post-from-the-future', 'any', [event]);
    await settled(app);
    expect(quarantine.has('post-from-the-future')).toBe(true);
    const { quarantine: events, quarantined, views } = await overview();
    expect(quarantined).toBe(1);
    expect(events).toMatchObject([{ id: event.id, type: 'PostDeleted', stream: 'post-from-the-future' }]);
    const hearing = views.filter((view) => view.quarantined === 1).map(({ name }) => name);
    expect(hearing).toContain('leaderboard');
    expect(hearing).not.toContain('accounts');
    expect(await detailsOf('leaderboard')).toMatchObject({
      quarantined: 1,
      previous: null,
      parkedDocuments: [],
    });
  });

  it('show the alarms and the damage of the log that /health shows', async () => {
    const fails = Promise.reject(new Error('no mail to ann@example.org'));
    await app.server.get(Jobs, { strict: false }).run('KeySweep', () => fails);
    const damage = jest.spyOn(app.server.get(LogCheck, { strict: false }), 'damage', 'get');
    damage.mockReturnValue('a damaged log');
    const shown = await overview().finally(() => damage.mockRestore());
    expect(shown.damage).toBe('a damaged log');
    expect(shown.alarms.filter(({ name }) => name === 'job-failing')).toEqual([
      {
        name: 'job-failing',
        about: 'KeySweep',
        problem: 'no mail to a•••@e•••.org',
        isDegrading: true,
        since: app.clock.now().toISOString(),
        remedy: ALARMS['job-failing'].remedy,
      },
    ]);
    expect(shown.alarms).toContainEqual(
      expect.objectContaining({
        name: 'events-parked',
        about: 'photo-files',
        remedy: 'Fix the cause, then run: npm run retry -- photo-files',
      }),
    );
  });

  it('are rebuilt beside the live view, switched and rolled back by an owner, each recorded before', async () => {
    const accounts = `${PROJECTIONS}/accounts`;
    const reason = 'A fold was corrected.';
    const before = (await detailsOf('accounts')).generation;
    const begun = await olga.post<ViewDetails>(`${accounts}/rebuild`, { reason });
    expect(begun.status).toBe(202);
    expect(await olga.post(`${accounts}/rebuild`, { reason })).toMatchObject({ status: 409 });
    await app.server.get(Projector, { strict: false }).trials.settled('accounts');
    const onTrial = (await overview()).views.filter(({ trialState }) => trialState !== null);
    expect(onTrial).toMatchObject([{ name: 'accounts', trialState: 'ready' }]);
    const { trial } = await detailsOf('accounts');
    expect(trial?.comparison).toMatchObject({ differences: 0, unsettled: 0, listed: [] });
    const switched = await olga.post<ViewDetails>(`${accounts}/switch`, { reason });
    expect(switched.body).toMatchObject({ generation: trial?.generation, previous: before, trial: null });
    expect(await olga.post(`${accounts}/switch`, { reason })).toMatchObject({ status: 409 });
    const back = await olga.post<ViewDetails>(`${accounts}/roll-back`, { reason });
    expect(back.body).toMatchObject({ generation: before, previous: trial?.generation });
    await olga.post(`${accounts}/rebuild`, { reason });
    expect((await olga.post<ViewDetails>(`${accounts}/throw-away`, { reason })).body.trial).toBeNull();
    expect(await olga.post(`${accounts}/throw-away`, { reason })).toMatchObject({ status: 409 });
    const asked = (await app.adapters.storage.log.readAll(0, 10_000)).filter(
      ({ type }) => type === 'OperationRequested',
    );
    expect(asked.map(({ data }) => (data as { operation: string }).operation)).toEqual([
      'rebuildView',
      'switchView',
      'rollBackView',
      'rebuildView',
      'throwAwayBuild',
    ]);
    expect(asked[0]).toMatchObject({
      data: { target: 'accounts', reason },
      metadata: { actor: { kind: 'admin' } },
    });
  });

  it('let an owner retry a reaction and the quarantine', async () => {
    const reason = 'The mail server is back.';
    const retried = await olga.post<RetryResult>(`${DESK}/reactions/account-mails/retry`, { reason });
    expect(retried).toMatchObject({ status: 200, body: { handled: 0, left: 0 } });
    const again = await olga.post<RetryResult>(`${DESK}/quarantine/retry`, { reason });
    expect(again).toMatchObject({ status: 200, body: { handled: 0, left: 1 } });
  });

  it('show what differs, but no text that may be personal', () => {
    const stored = (content: object) => ({ _id: 'p1', _position: 7, ...content });
    const live = stored({ rank: 1, week: '2026-W47', name: 'Ann', likes: [1, 2], gone: null });
    const built = stored({ rank: 2, week: '2026-W48', name: 'Bob', likes: [1, 3] });
    expect(fieldsOf({ id: 'p1', live, built })).toEqual([
      { field: 'gone', live: 'null', built: null },
      { field: 'likes.1', live: '2', built: '3' },
      { field: 'name', live: 'text', built: 'text' },
      { field: 'rank', live: '1', built: '2' },
      { field: 'week', live: '2026-W47', built: '2026-W48' },
    ]);
  });

  it('mask the addresses in errors', () => {
    expect(withMaskedEmails('550 <ann@example.org>: no such user, ask bob@mail.example.com.')).toBe(
      '550 <a•••@e•••.org>: no such user, ask b•••@m•••.com.',
    );
  });
});

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
  expect(jobs.all().filter(({ error }) => error !== null)).toEqual([]);
  return first;
}

describe('the scheduled jobs', () => {
  it('run at their times: what may be overdue soon after a start, and what has an hour then', async () => {
    const first = await firstRuns(4, 59, 30);
    expect(first).toEqual({
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
      SharedAssets: 30,
      SuspensionEnds: 60,
      UnusedPictures: 5,
      WaitingMails: 60,
      WeekClosing: 60,
      WeeklyDigests: 60,
    });
    // The table has no row without a job.
    const names = [...Object.keys(first), 'OldAssets', 'Reconciliation'];
    expect(Object.keys(SCHEDULED_JOBS).toSorted()).toEqual(names.toSorted());
  });

  it('compare payments, and delete old files of the frontend, once a day', async () => {
    expect(await firstRuns(4, 22, 30)).toMatchObject({ OldAssets: 30, Reconciliation: 30 });
  });
});
