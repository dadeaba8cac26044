import { once } from 'node:events';
import path from 'node:path';
import { KernelLateMails } from '../../src/infrastructure/mail/kernel-late-mails.js';
import { openSqlite } from '../../src/infrastructure/sqlite/sqlite.js';
import { LateMails } from '../../src/infrastructure/mail/late-mails.port.js';
import { LogCheck } from '../../src/kernel/log/log-check.js';
import { LogReader } from '../../src/kernel/log/log-reader.js';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { AlarmWatch } from '../../src/api/health/alarm-watch.service.js';
import { type Alarm, Alarms, REMEDIES } from '../../src/kernel/alarms.js';
import { Clock } from '../../src/kernel/clock.js';
import { Jobs } from '../../src/kernel/jobs.js';
import { Mailer } from '../../src/infrastructure/mail/mailer.port.js';
import { KernelHealth, type HealthReport } from '../../src/api/health/kernel-health.js';
import { HealthAccess } from '../../src/api/health/health-access.js';
import { HealthController } from '../../src/api/health/health.controller.js';
import { ClosingState } from '../../src/domain/week/closing-state.js';
import { buildViews } from '../../src/kernel/views/build-views.js';
import { type Builder, Projector } from '../../src/kernel/views/projector.js';
import { Quarantine } from '../../src/kernel/log/quarantine.js';
import { Reactor } from '../../src/kernel/reactions/reactor.js';
import { DocumentStore } from '../../src/kernel/document-store.js';
import { LOST_EVENT } from '../../src/kernel/undecodable.js';
import { EventLog } from '../../src/kernel/event-log.js';
import { KernelStore } from '../../src/kernel/kernel-store.js';
import { noteBackup } from '../../src/kernel/last-backup.js';
import { PausingError } from '../../src/kernel/reaction.js';
import type { Projection } from '../../src/projections/projection.js';
import type { Reaction } from '../../src/reactions/reaction.js';
import { TestClock } from '../support/app.js';
import { METADATA, useKernel } from '../support/test-kernel.js';
import { claim, tally } from '../support/tally.js';
import { eventually } from '../support/eventually.js';
import { reactionContext } from '../support/reactions.js';

/** Counts the claimed names, and throws for the name bob. */
const strict = tally({
  check: ({ usernameHash }) => {
    if (usernameHash === 'bob') throw new Error('bob is too much');
  },
});

/** One more event than a missing view is filled with synchronously: it is then built in the background. */
const LONG = 2001;

const HOUR = 3_600_000;

const testKernel = useKernel();

describe('/health', () => {
  let app: NestFastifyApplication | null;
  let projector: Projector;
  let reactor: Reactor;
  let clock: TestClock;
  let closing: ClosingState;
  let reader: LogReader;
  let jobs: Jobs;
  let damagedMails: string[];
  /** What the log of the program says of alarms. */
  let said: string[];
  let check: LogCheck;
  beforeEach(() => {
    clock = new TestClock();
    jobs = new Jobs();
    damagedMails = [];
    said = [];
    closing = new ClosingState();
    app = null;
    let isFirst = true;
    check = new LogCheck(
      testKernel.storage.log,
      { info: () => undefined, error: () => undefined },
      async (_, signal) => {
        if (!isFirst && !signal.aborted) await once(signal, 'abort');
        isFirst = false;
      },
    );
  });
  afterEach(async () => {
    await app?.close();
    await check.stop();
    await reactor.stop();
    await projector.stop();
  });

  /** Serves the health of a kernel with these parts, once it has been started. */
  const serve = async (
    parts: {
      projections?: readonly Projection<object>[];
      build?: Builder;
      reactions?: readonly Reaction[];
    } = {},
  ) => {
    const { projections = [strict], build, reactions = [] } = parts;
    ({ projector, reader } = testKernel.projector(projections, build));
    reactor = new Reactor(reactionContext(testKernel, reader, clock), reactions);
    await projector.start();
    await reactor.start();
    const made = await Test.createTestingModule({
      controllers: [HealthController],
      providers: [
        KernelHealth,
        AlarmWatch,
        { provide: Clock, useValue: clock },
        { provide: Jobs, useValue: jobs },
        { provide: Mailer, useValue: { damaged: async () => damagedMails } },
        {
          provide: Alarms,
          useValue: new Alarms(clock, {
            info: (_, message) => said.push(message),
            error: (_, message) => said.push(message),
          }),
        },
        { provide: ClosingState, useValue: closing },
        { provide: HealthAccess, useValue: new HealthAccess(null, true) },
        { provide: EventLog, useValue: testKernel.storage.log },
        { provide: DocumentStore, useValue: testKernel.storage.store },
        { provide: LogReader, useValue: reader },
        { provide: Projector, useValue: projector },
        { provide: Reactor, useValue: reactor },
        { provide: Quarantine, useValue: testKernel.storage.quarantine },
        { provide: LogCheck, useValue: check },
        { provide: LateMails, useValue: new KernelLateMails(testKernel.storage.kernel) },
        { provide: KernelStore, useValue: testKernel.storage.kernel },
      ],
    }).compile();
    app = made.createNestApplication<NestFastifyApplication>(new FastifyAdapter());
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
  };

  const ask = async <Body = HealthReport>(address: string) => {
    if (!app) throw new Error('nothing is served yet');
    const response = await app.inject({ method: 'GET', url: address });
    return { status: response.statusCode, body: response.json<Body>() };
  };

  const writeLongLog = async () => {
    const events = Array.from({ length: LONG }, () => ({
      id: crypto.randomUUID(),
      type: 'UsernameClaimed',
      data: { usernameHash: 'ada', accountId: 'somebody' },
      metadata: METADATA,
    }));
    await testKernel.storage.log.append(
      'username-ada',
      'noStream',
      await testKernel.storage.codec.encode(events),
    );
  };

  /** Serves a site whose view has to be built, which begins with the call of the result. */
  /** @param position how far the build is when it is held */
  const serveWithHeldBuild = async (position: number | null = null): Promise<() => void> => {
    await writeLongLog();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await serve({
      build: async (builds, watch) => {
        if (position !== null) watch?.onProgress?.({ position, events: position });
        await held;
        await buildViews(testKernel.storage, builds, () => undefined);
      },
    });
    return release;
  };

  it('is degraded while the log is damaged, and says so', async () => {
    await serve();
    const post = { postId: 'p', userId: 'bob' };
    for (let press = 0; press < 3; press += 1)
      await testKernel.write('like-p-bob', press % 2 ? 'Unliked' : 'Liked', post);
    const file = path.join(testKernel.dataDir, 'events.db');
    const other = openSqlite(file, { durability: 'full' });
    other.run('DELETE FROM events WHERE position = 2');
    other.close();
    check.start();
    const damage = `${file}, the event log, is damaged (event 2 is missing; in like-p-bob revision 1 is missing): restore a backup`;
    await eventually('the damage is known', async () => (await ask('/health')).body.log.damage !== null);
    expect((await ask('/health')).body).toMatchObject({
      status: 'degraded',
      problems: [],
      log: { damage: expect.stringContaining(damage) },
    });
  });

  it('is ok with events whose loss an operator has accepted, and counts them', async () => {
    await serve();
    const lost = { id: crypto.randomUUID(), type: LOST_EVENT, data: {}, metadata: METADATA };
    await testKernel.storage.log.append('post-p', 'any', [lost]);
    await eventually('it is counted', async () => (await ask('/health')).body.quarantine.length > 0);
    expect((await ask('/health')).body).toMatchObject({
      status: 'ok',
      quarantine: [{ type: LOST_EVENT, events: 1 }],
    });
  });

  it('is ok with every view at the head of the log', async () => {
    await serve();
    const head = await claim(testKernel, 'ada');
    await projector.views.reached(head, 5000);
    expect(await ask('/health')).toEqual({
      status: 200,
      body: {
        status: 'ok',
        problems: [],
        log: { head, damage: null },
        views: [
          {
            name: 'tally',
            version: 1,
            generation: 'v1-1',
            position: head,
            parked: 0,
            state: 'live',
            error: null,
            isStuck: false,
            eventsPerSecond: expect.any(Number),
            progress: null,
            lag: 0,
            incompleteSince: null,
          },
        ],
        reactions: [],
        quarantine: [],
        lateMails: 0,
        lastBackup: null,
        weekClosing: { stopped: null },
        alarms: [],
      },
    });
    expect(await ask('/health/ready')).toEqual({ status: 200, body: { status: 'ok', problems: [] } });
    expect(await ask('/health/live')).toEqual({ status: 200, body: { status: 'ok' } });
  });

  it('shows the age of the last backup', async () => {
    await serve();
    const takenAt = clock.now().toISOString();
    await noteBackup(testKernel.storage.kernel, takenAt);
    clock.advance(30.9 * HOUR);
    expect((await ask('/health')).body.lastBackup).toEqual({ takenAt, hoursAgo: 30 });
  });

  it('is degraded while weeks do not close, and ready', async () => {
    await serve();
    const reason = 'the clock of the event log is 75 seconds ahead of that of this server';
    closing.set({ because: 'clocks differ', reason });
    expect((await ask('/health')).body).toMatchObject({
      status: 'degraded',
      weekClosing: { stopped: reason },
    });
    expect((await ask('/health/ready')).status).toBe(200);
    closing.set({ because: 'started', reason: 'the server started within the last 10 minutes' });
    expect((await ask('/health')).body).toMatchObject({ status: 'ok' });
  });

  it('counts parked documents, and stays ready', async () => {
    await serve();
    for (const name of ['bob', 'bob', 'ada']) await claim(testKernel, name);
    await projector.views.reached(await claim(testKernel, 'cleo'), 5000);
    const { body } = await ask('/health');
    expect(body).toMatchObject({
      status: 'degraded',
      problems: [],
      views: [{ name: 'tally', parked: 1, lag: 0 }],
    });
    expect((await ask('/health/ready')).status).toBe(200);
  });

  it('is alive but not ready while a view is built for the first time', async () => {
    const release = await serveWithHeldBuild();
    const problems = ['the view tally is being built'];
    expect(await ask('/health/ready')).toEqual({ status: 503, body: { status: 'unavailable', problems } });
    expect((await ask('/health')).body).toMatchObject({
      status: 'unavailable',
      problems,
      views: [{ generation: null, state: 'building', lag: LONG }],
    });
    expect((await ask('/health/live')).status).toBe(200);

    release();
    // Nothing to rebuild: resolves after the running build.
    await projector.rebuild([]);
    expect(await ask('/health/ready')).toEqual({ status: 200, body: { status: 'ok', problems: [] } });
    expect((await ask('/health')).body).toMatchObject({
      status: 'ok',
      views: [{ generation: 'v1-1', lag: 0 }],
    });
  });

  it('says how far the first build of a view is', async () => {
    const release = await serveWithHeldBuild(Math.ceil(LONG / 4));
    await eventually('the build runs', async () => projector.health()[0]?.progress !== null);
    const problems = ['the view tally is being built: 25 %'];
    expect((await ask('/health/ready')).body).toEqual({ status: 'unavailable', problems });
    release();
    await projector.rebuild([]);
  });

  it('names the reason when a first build has failed, and says that it is retried', async () => {
    await writeLongLog();
    await serve({ build: () => Promise.reject(new Error('no room')) });
    await eventually('the build has failed', async () => projector.health()[0]?.state === 'failed');
    const problems = ['the view tally could not be built: no room; retrying'];
    expect(await ask('/health/ready')).toEqual({ status: 503, body: { status: 'unavailable', problems } });
    expect((await ask('/health')).body).toMatchObject({
      problems,
      views: [{ generation: null, state: 'failed', error: 'no room' }],
    });
  });

  it('stays ready on the old generation when a rebuild fails, and reports the failure', async () => {
    await serve({ build: () => Promise.reject(new Error('no room')) });
    await expect(projector.rebuild(['tally'])).rejects.toThrow('no room');
    expect((await ask('/health')).body).toMatchObject({
      status: 'degraded',
      problems: [],
      views: [{ generation: 'v1-1', state: 'failed' }],
    });
    expect((await ask('/health/ready')).status).toBe(200);
  });

  it('does not take a view for stuck that lags behind after a failed rebuild', async () => {
    await serve({ build: () => Promise.reject(new Error('no room')) });
    await expect(projector.rebuild(['tally'])).rejects.toThrow('no room');
    const { log } = testKernel.storage;
    const head = log.head.bind(log);
    log.head = async () => (await head()) + 1;
    expect((await ask('/health')).body).toMatchObject({
      problems: [],
      views: [{ error: 'no room', lag: 1 }],
    });
  });

  it('shows a paused reaction', async () => {
    let failed: () => void = () => undefined;
    const failure = new Promise<void>((resolve) => {
      failed = resolve;
    });
    const reaction = {
      name: 'greeting',
      on: {
        UsernameClaimed: () => {
          setImmediate(failed);
          return Promise.reject(new PausingError('the post office is closed'));
        },
      },
    } as unknown as Reaction;
    await serve({ reactions: [reaction] });
    await claim(testKernel, 'ada');
    await failure;
    expect((await ask('/health')).body).toMatchObject({
      status: 'degraded',
      reactions: [{ name: 'greeting', error: 'the post office is closed' }],
    });
    expect((await ask('/health/ready')).status).toBe(200);
  });

  it('counts the events that a reaction has parked, and stays ready', async () => {
    const fail = () => Promise.reject(new Error('poison'));
    const reaction = { name: 'greeting', on: { UsernameClaimed: fail } } as unknown as Reaction;
    await serve({ reactions: [reaction] });
    const position = await claim(testKernel, 'ada');
    await eventually('the reaction has met it', async () => (reactor.health()[0]?.position ?? 0) >= position);
    expect((await ask('/health')).body).toMatchObject({
      status: 'ok',
      reactions: [{ waiting: 1, parked: 0 }],
    });
    for (let tries = 1; tries < 5; tries += 1) {
      clock.advance(HOUR);
      await reactor.retryDue();
    }
    expect((await ask('/health')).body).toMatchObject({
      status: 'degraded',
      problems: [],
      reactions: [{ name: 'greeting', error: null, waiting: 0, parked: 1 }],
    });
    expect((await ask('/health/ready')).status).toBe(200);
  });

  describe('alarms', () => {
    const MINUTE = 60_000;
    const alarms = async () => (await ask<{ status: string; alarms: Alarm[] }>('/health')).body;
    const now = () => clock.now().toISOString();

    it('tell of a view that stays while the log grows, until it moves', async () => {
      await serve();
      const { log } = testKernel.storage;
      const head = log.head.bind(log);
      let ahead = 3;
      log.head = async () => (await head()) + ahead;
      const since = now();
      expect(await alarms()).toMatchObject({ status: 'ok', alarms: [] });
      clock.advance(MINUTE - 1);
      expect(await alarms()).toMatchObject({ status: 'ok', alarms: [] });
      clock.advance(1);
      const alarm = {
        name: 'view-stuck',
        about: 'tally',
        since,
        problem: 'it stays at position 0 and lacks 3: it has no error',
        remedy: REMEDIES['view-stuck'],
      };
      expect(await alarms()).toMatchObject({ status: 'degraded', alarms: [alarm] });
      expect(await alarms()).toMatchObject({ status: 'degraded', alarms: [alarm] });
      expect((await ask('/health/ready')).status).toBe(200);
      // It moves, and is behind again.
      await projector.views.reached(await claim(testKernel, 'ada'), 5000);
      expect(await alarms()).toMatchObject({ status: 'ok', alarms: [] });
      clock.advance(MINUTE);
      ahead = 0;
      expect(await alarms()).toMatchObject({ status: 'ok', alarms: [] });
      expect(said).toEqual(['alarm view-stuck tally', 'the alarm view-stuck tally has ended']);
    });

    it('do not tell of a view that is built: that says itself how far it is', async () => {
      const release = await serveWithHeldBuild();
      await alarms();
      clock.advance(10 * MINUTE);
      expect((await alarms()).alarms).toEqual([]);
      release();
      await projector.rebuild([]);
    });

    it('tell of parked documents', async () => {
      await serve();
      for (const name of ['bob', 'ada']) await claim(testKernel, name);
      await projector.views.reached(await claim(testKernel, 'cleo'), 5000);
      const since = now();
      await alarms();
      clock.advance(MINUTE);
      const alarm = { name: 'documents-parked', about: 'tally', problem: '1 of its documents', since };
      expect((await alarms()).alarms).toMatchObject([alarm]);
      expect(said).toEqual(['alarm documents-parked tally']);
    });

    it('tell of a reaction that does not end, until it does', async () => {
      let begun: () => void = () => undefined;
      let end: () => void = () => undefined;
      const running = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const react = () =>
        new Promise<void>((resolve) => {
          end = resolve;
          begun();
        });
      await serve({
        reactions: [{ name: 'greeting', on: { UsernameClaimed: react } } as unknown as Reaction],
      });
      const since = now();
      const position = await claim(testKernel, 'ada');
      await running;
      await projector.views.reached(position, 5000);
      clock.advance(10 * MINUTE - 1);
      expect(await alarms()).toMatchObject({ status: 'ok', alarms: [] });
      clock.advance(1);
      expect(await alarms()).toMatchObject({
        status: 'degraded',
        alarms: [
          {
            name: 'reaction-stuck',
            about: 'greeting',
            since,
            problem: `it has not finished UsernameClaimed at position ${position}`,
          },
        ],
      });
      end();
      await eventually('it has ended', async () => reactor.health()[0]?.current === null);
      expect(await alarms()).toMatchObject({ status: 'ok', alarms: [] });
      expect(said).toEqual(['alarm reaction-stuck greeting', 'the alarm reaction-stuck greeting has ended']);
    });

    it('tell of a reaction that stays paused', async () => {
      let failed: () => void = () => undefined;
      const failure = new Promise<void>((resolve) => {
        failed = resolve;
      });
      const pausing = () => {
        setImmediate(failed);
        return Promise.reject(new PausingError('the post office is closed'));
      };
      await serve({
        reactions: [{ name: 'greeting', on: { UsernameClaimed: pausing } } as unknown as Reaction],
      });
      await claim(testKernel, 'ada');
      await failure;
      const since = now();
      expect((await alarms()).alarms).toEqual([]);
      clock.advance(5 * MINUTE);
      expect((await alarms()).alarms).toMatchObject([
        { name: 'retries-repeat', problem: 'it is paused: the post office is closed', since },
      ]);
    });

    it('tell of an event that fails again and again, and then that it is parked', async () => {
      const fail = () => Promise.reject(new Error('poison'));
      await serve({
        reactions: [{ name: 'greeting', on: { UsernameClaimed: fail } } as unknown as Reaction],
      });
      const since = now();
      const position = await claim(testKernel, 'ada');
      await eventually(
        'the reaction has met it',
        async () => (reactor.health()[0]?.position ?? 0) >= position,
      );
      const again = async () => {
        clock.advance(HOUR);
        await reactor.retryDue();
        return (await alarms()).alarms;
      };
      expect(await again()).toEqual([]);
      expect(await again()).toMatchObject([
        {
          name: 'retries-repeat',
          about: 'greeting',
          problem: `UsernameClaimed at position ${position} has failed 3 times: poison`,
          since,
        },
      ]);
      await again();
      expect(await again()).toMatchObject([
        {
          name: 'events-parked',
          problem: `1 of its events; the first is UsernameClaimed at position ${position}: poison`,
        },
      ]);
      expect(said).toEqual([
        'alarm retries-repeat greeting',
        'alarm events-parked greeting',
        'the alarm retries-repeat greeting has ended',
      ]);
    });

    it('tell of a job that fails at once, until it works again', async () => {
      await serve();
      const since = now();
      await jobs.run('SentMailsSweep', () => Promise.reject(new Error('no room')));
      await eventually('it is logged', async () => said.length > 0);
      clock.advance(MINUTE);
      await jobs.run('SentMailsSweep', () => Promise.reject(new Error('still no room')));
      expect(await alarms()).toMatchObject({
        status: 'degraded',
        alarms: [{ name: 'job-failing', about: 'SentMailsSweep', problem: 'still no room', since }],
      });
      await jobs.run('SentMailsSweep', () => Promise.resolve());
      expect(await alarms()).toMatchObject({ status: 'ok', alarms: [] });
      expect(said).toEqual([
        'alarm job-failing SentMailsSweep',
        'the alarm job-failing SentMailsSweep has ended',
      ]);
    });

    it('tell of damaged mails, which are looked for once a minute', async () => {
      await serve();
      expect((await alarms()).alarms).toEqual([]);
      damagedMails = ['m-1.json'];
      expect((await alarms()).alarms).toEqual([]);
      clock.advance(MINUTE);
      expect((await alarms()).alarms).toMatchObject([{ name: 'mails-damaged', problem: 'm-1.json' }]);
    });
  });

  it('is alive but not ready when the log does not answer', async () => {
    await serve();
    await testKernel.storage.log.close();
    const problems = ['the event log does not answer'];
    expect(await ask('/health/ready')).toEqual({ status: 503, body: { status: 'unavailable', problems } });
    expect((await ask('/health')).body).toMatchObject({ status: 'unavailable', log: { head: null } });
    expect((await ask('/health/live')).status).toBe(200);
  });
});
