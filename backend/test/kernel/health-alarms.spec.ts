import { ALARMS, type Alarm } from '../../src/kernel/alarms.js';
import { PausingError } from '../../src/kernel/reaction.js';
import type { Reaction } from '../../src/reactions/reaction.js';
import { gate } from '../support/gate.js';
import { useHealth } from '../support/served-health.js';
import { claim } from '../support/tally.js';
import { useKernel } from '../support/test-kernel.js';

const HOUR = 3_600_000;

const testKernel = useKernel();

describe('the alarms of /health', () => {
  const health = useHealth(testKernel);
  const { serve, ask, serveWithHeldBuild } = health;
  const MINUTE = 60_000;
  const alarms = async () => (await ask<{ status: string; alarms: Alarm[] }>('/health')).body;
  const now = () => health.clock.now().toISOString();

  it('tell of a view that stays while the log grows, until it moves', async () => {
    await serve();
    const { log } = testKernel.storage;
    const head = log.head.bind(log);
    let ahead = 3;
    log.head = async () => (await head()) + ahead;
    const since = now();
    expect(await alarms()).toMatchObject({ status: 'ok', alarms: [] });
    health.clock.advance(MINUTE - 1);
    expect(await alarms()).toMatchObject({ status: 'ok', alarms: [] });
    health.clock.advance(1);
    const alarm = {
      name: 'view-stuck',
      about: 'tally',
      since,
      problem: 'it stays at position 0 and lacks 3: it has no error',
      remedy: ALARMS['view-stuck'].remedy.replace('VIEW', 'tally'),
    };
    expect(await alarms()).toMatchObject({ status: 'degraded', alarms: [alarm] });
    expect(await alarms()).toMatchObject({ status: 'degraded', alarms: [alarm] });
    expect((await ask('/health/ready')).status).toBe(200);
    // It moves, and is behind again.
    await health.projector.views.reached(await claim(testKernel, 'ada'), 'gathered view');
    expect(await alarms()).toMatchObject({ status: 'ok', alarms: [] });
    health.clock.advance(MINUTE);
    ahead = 0;
    expect(await alarms()).toMatchObject({ status: 'ok', alarms: [] });
    expect(health.said).toEqual(['alarm view-stuck tally', 'the alarm view-stuck tally has ended']);
  });

  it('do not tell of a view that is built: that says itself how far it is', async () => {
    const release = await serveWithHeldBuild();
    await alarms();
    health.clock.advance(10 * MINUTE);
    expect((await alarms()).alarms).toEqual([]);
    release();
    await health.projector.rebuild([]);
  });

  it('tell of parked documents', async () => {
    await serve();
    for (const name of ['bob', 'ada']) await claim(testKernel, name);
    await health.projector.views.reached(await claim(testKernel, 'cleo'), 'gathered view');
    const since = now();
    await alarms();
    health.clock.advance(MINUTE);
    const alarm = { name: 'documents-parked', about: 'tally', problem: '1 of its documents', since };
    expect((await alarms()).alarms).toMatchObject([alarm]);
    expect(health.said).toEqual(['alarm documents-parked tally']);
  });

  it('tell of a reaction that does not end, until it does', async () => {
    const [begun, end] = [gate(), gate()];
    const react = () => {
      begun.open();
      return end.opened;
    };
    await serve({
      reactions: [{ name: 'greeting', on: { UsernameClaimed: react } } as unknown as Reaction],
    });
    const since = now();
    const position = await claim(testKernel, 'ada');
    await begun.opened;
    await health.projector.views.reached(position, 'gathered view');
    health.clock.advance(10 * MINUTE - 1);
    expect(await alarms()).toMatchObject({ status: 'ok', alarms: [] });
    health.clock.advance(1);
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
    end.open();
    await health.reactor.caughtUp(position);
    expect(await alarms()).toMatchObject({ status: 'ok', alarms: [] });
    expect(health.said).toEqual([
      'alarm reaction-stuck greeting',
      'the alarm reaction-stuck greeting has ended',
    ]);
  });

  it('tell of a reaction that stays paused', async () => {
    const { open: failed, opened: failure } = gate();
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
    health.clock.advance(5 * MINUTE);
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
    await health.reactor.caughtUp(position);
    const again = async () => {
      health.clock.advance(HOUR);
      await health.reactor.retryDue();
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
    expect(health.said).toEqual([
      'alarm retries-repeat greeting',
      'alarm events-parked greeting',
      'the alarm retries-repeat greeting has ended',
    ]);
  });

  it('tell of a job that fails at once, until it works again', async () => {
    await serve();
    const since = now();
    await health.jobs.run('SentMailsSweep', () => Promise.reject(new Error('no room')));
    await health.said.atLeast(1, 'the alarm');
    health.clock.advance(MINUTE);
    await health.jobs.run('SentMailsSweep', () => Promise.reject(new Error('still no room')));
    expect(await alarms()).toMatchObject({
      status: 'degraded',
      alarms: [{ name: 'job-failing', about: 'SentMailsSweep', problem: 'still no room', since }],
      jobs: [{ name: 'SentMailsSweep', runsIn: 'active process', lastRun: now(), error: 'still no room' }],
    });
    await health.jobs.run('SentMailsSweep', () => Promise.resolve());
    expect(await alarms()).toMatchObject({ status: 'ok', alarms: [] });
    expect(health.said).toEqual([
      'alarm job-failing SentMailsSweep',
      'the alarm job-failing SentMailsSweep has ended',
    ]);
  });

  it('tell of a store of pictures that is away, until it serves', async () => {
    await serve();
    health.images.away = { reason: new Error('connect ECONNREFUSED') };
    const problem = 'the store of the pictures is away: connect ECONNREFUSED';
    expect(await alarms()).toMatchObject({
      status: 'degraded',
      alarms: [{ name: 'pictures-away', problem }],
    });
    health.images.away = null;
    expect((await alarms()).alarms).toEqual([]);
  });

  it('tell of damaged mails, which are looked for once a minute', async () => {
    await serve();
    expect((await alarms()).alarms).toEqual([]);
    health.damageMails('m-1.json');
    expect((await alarms()).alarms).toEqual([]);
    health.clock.advance(MINUTE);
    expect((await alarms()).alarms).toMatchObject([{ name: 'mails-damaged', problem: 'm-1.json' }]);
  });
});
