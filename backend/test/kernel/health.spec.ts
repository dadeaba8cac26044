import path from 'node:path';
import { openSqlite } from '../../src/infrastructure/sqlite/sqlite.js';
import { noteBackup } from '../../src/kernel/last-backup.js';
import { PausingError } from '../../src/kernel/reaction.js';
import { LOST_EVENT } from '../../src/kernel/undecodable.js';
import type { Reaction } from '../../src/reactions/reaction.js';
import { gate } from '../support/gate.js';
import { LONG, useHealth } from '../support/served-health.js';
import { claim } from '../support/tally.js';
import { METADATA, useKernel } from '../support/test-kernel.js';

const HOUR = 3_600_000;

const testKernel = useKernel();

describe('/health', () => {
  const health = useHealth(testKernel);
  const { serve, ask, writeLongLog, serveWithHeldBuild } = health;

  it('is degraded while the log is damaged, and says so', async () => {
    await serve();
    const post = { postId: 'p', userId: 'bob' };
    for (let press = 0; press < 3; press += 1)
      await testKernel.write('like-p-bob', press % 2 ? 'Unliked' : 'Liked', post);
    const file = path.join(testKernel.dataDir, 'events.db');
    const other = openSqlite(file, { durability: 'full' });
    other.run('DELETE FROM events WHERE position = 2');
    other.close();
    health.check.start();
    const damage = `${file}, the event log, is damaged (event 2 is missing; in like-p-bob revision 1 is missing): restore a backup`;
    await health.checked;
    expect((await ask('/health')).body).toMatchObject({
      status: 'degraded',
      problems: [],
      log: { damage: expect.stringContaining(damage) },
    });
  });

  it('is ok with events whose loss an operator has accepted, and counts them', async () => {
    await serve();
    const lost = { id: crypto.randomUUID(), type: LOST_EVENT, data: {}, metadata: METADATA };
    const { position } = await testKernel.storage.log.append('post-p', 'any', [lost]);
    await health.projector.caughtUp(position);
    expect((await ask('/health')).body).toMatchObject({
      status: 'ok',
      quarantine: [{ type: LOST_EVENT, events: 1 }],
    });
  });

  it('is ok with every view at the head of the log', async () => {
    await serve();
    const head = await claim(testKernel, 'ada');
    await health.projector.views.reached(head, 'gathered view');
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
        jobs: [{ name: 'SentMailsSweep', runsIn: 'active process', lastRun: null, error: null }],
      },
    });
    expect(await ask('/health/ready')).toEqual({ status: 200, body: { status: 'ok', problems: [] } });
  });

  it('shows the age of the last backup', async () => {
    await serve();
    const takenAt = health.clock.now().toISOString();
    await noteBackup(testKernel.storage.kernel, takenAt);
    health.clock.advance(30.9 * HOUR);
    expect((await ask('/health')).body.lastBackup).toEqual({ takenAt, hoursAgo: 30 });
  });

  it('is degraded while weeks do not close, and ready', async () => {
    await serve();
    const reason = 'the clock of the event log is 75 seconds ahead of that of this server';
    health.closing.set({ because: 'clocks differ', reason });
    expect((await ask('/health')).body).toMatchObject({
      status: 'degraded',
      weekClosing: { stopped: reason },
    });
    expect((await ask('/health/ready')).status).toBe(200);
    health.closing.set({ because: 'started', reason: 'the server started within the last 10 minutes' });
    expect((await ask('/health')).body).toMatchObject({ status: 'ok' });
  });

  it('counts parked documents, and stays ready', async () => {
    await serve();
    for (const name of ['bob', 'bob', 'ada']) await claim(testKernel, name);
    await health.projector.views.reached(await claim(testKernel, 'cleo'), 'gathered view');
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
    await health.projector.rebuild([]);
    expect(await ask('/health/ready')).toEqual({ status: 200, body: { status: 'ok', problems: [] } });
    expect((await ask('/health')).body).toMatchObject({
      status: 'ok',
      views: [{ generation: 'v1-1', lag: 0 }],
    });
  });

  it('says how far the first build of a view is', async () => {
    const release = await serveWithHeldBuild(Math.ceil(LONG / 4));
    const problems = ['the view tally is being built: 25 %'];
    expect((await ask('/health/ready')).body).toEqual({ status: 'unavailable', problems });
    release();
    await health.projector.rebuild([]);
  });

  it('names the reason when a first build has failed, and says that it is retried', async () => {
    await writeLongLog();
    await serve({ build: () => Promise.reject(new Error('no room')) });
    // Runs after the build.
    await health.projector.rebuild([]);
    const problems = ['the view tally could not be built: no room; retrying'];
    expect(await ask('/health/ready')).toEqual({ status: 503, body: { status: 'unavailable', problems } });
    expect((await ask('/health')).body).toMatchObject({
      problems,
      views: [{ generation: null, state: 'failed', error: 'no room' }],
    });
  });

  it('stays ready on the old generation when a rebuild fails, and reports the failure', async () => {
    await serve({ build: () => Promise.reject(new Error('no room')) });
    await expect(health.projector.rebuild(['tally'])).rejects.toThrow('no room');
    expect((await ask('/health')).body).toMatchObject({
      status: 'degraded',
      problems: [],
      views: [{ generation: 'v1-1', state: 'failed' }],
    });
    expect((await ask('/health/ready')).status).toBe(200);
  });

  it('does not take a view for stuck that lags behind after a failed rebuild', async () => {
    await serve({ build: () => Promise.reject(new Error('no room')) });
    await expect(health.projector.rebuild(['tally'])).rejects.toThrow('no room');
    const { log } = testKernel.storage;
    const head = log.head.bind(log);
    log.head = async () => (await head()) + 1;
    expect((await ask('/health')).body).toMatchObject({
      problems: [],
      views: [{ error: 'no room', lag: 1 }],
    });
  });

  it('shows a paused reaction', async () => {
    const { open: failed, opened: failure } = gate();
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
    await health.reactor.caughtUp(position);
    expect((await ask('/health')).body).toMatchObject({
      status: 'ok',
      reactions: [{ waiting: 1, parked: 0 }],
    });
    for (let tries = 1; tries < 5; tries += 1) {
      health.clock.advance(HOUR);
      await health.reactor.retryDue();
    }
    expect((await ask('/health')).body).toMatchObject({
      status: 'degraded',
      problems: [],
      reactions: [{ name: 'greeting', error: null, waiting: 0, parked: 1 }],
    });
    expect((await ask('/health/ready')).status).toBe(200);
  });

  it('is ready but degraded while the log does not answer, because reads need only the views', async () => {
    await serve();
    await testKernel.storage.log.close();
    const problems = ['the event log does not answer'];
    expect(await ask('/health/ready')).toEqual({ status: 200, body: { status: 'degraded', problems } });
    expect((await ask('/health')).body).toMatchObject({ status: 'degraded', problems, log: { head: null } });
  });

  it('is not ready while the documents do not answer', async () => {
    await serve();
    const { store } = testKernel.storage;
    const { current } = store;
    store.current = () => Promise.reject(new Error('no answer'));
    const problems = ['the document store does not answer'];
    expect(await ask('/health/ready')).toEqual({ status: 503, body: { status: 'unavailable', problems } });
    expect((await ask('/health/live')).status).toBe(200);
    store.current = current;
  });
});
