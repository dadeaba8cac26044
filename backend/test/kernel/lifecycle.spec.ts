import { ActiveServices } from '../../src/kernel/active-requests.js';
import { ALONE } from '../../src/kernel/active-role.js';
import type { LeaseHeartbeat } from '../../src/kernel/leases/lease-heartbeat.js';
import type { ProcessWatch } from '../../src/kernel/leases/process-watch.js';
import { KernelLifecycle, type KernelResources, LogOwner } from '../../src/kernel/lifecycle.js';
import type { StartSteps } from '../../src/kernel/start-steps.js';
import type { KeyErasures } from '../../src/kernel/key-erasures.js';
import type { ErasedPeople } from '../../src/kernel/log/erased-people.js';
import type { KeyAudit } from '../../src/kernel/log/key-audit.js';
import type { LogCheck } from '../../src/kernel/log/log-check.js';
import type { LogIdentity } from '../../src/kernel/log/log-identity.js';
import type { QuarantineRetry } from '../../src/kernel/log/quarantine-retry.js';
import type { Reactor } from '../../src/kernel/reactions/reactor.js';
import type { Projector } from '../../src/kernel/views/projector.js';

describe('the lifecycle of the kernel', () => {
  /** What has started and ended, in order. */
  let steps: string[];
  /** The result of a step, or what it does instead. */
  let answers: Record<string, () => unknown>;
  let lifecycle: KernelLifecycle;
  beforeEach(() => {
    steps = [];
    answers = {};
    const step = (name: string) => async (): Promise<unknown> => {
      steps.push(`${name}…`);
      // A step that is not awaited ends after the next one has started.
      await new Promise((resolve) => setImmediate(resolve));
      const answer = await answers[name]?.();
      steps.push(name);
      return answer;
    };
    const started = (name: string) => () => void steps.push(name);
    lifecycle = new KernelLifecycle(
      { join: step('join others'), leave: step('leave others') } as unknown as ProcessWatch,
      { acquire: step('take lease'), release: step('release lease') } as unknown as LeaseHeartbeat,
      ALONE,
      new ActiveServices(),
      {
        establish: async (standings: unknown, location: unknown) => {
          steps.push(`establish ${JSON.stringify(standings)} ${String(location)}`);
          await answers['establish']?.();
        },
        note: step('note'),
      } as unknown as LogIdentity,
      new LogOwner('/data'),
      {
        open: step('open views'),
        start: step('start views'),
        stop: step('stop views'),
      } as unknown as Projector,
      {
        open: step('open reactions'),
        start: step('start reactions'),
        stop: step('stop reactions'),
      } as unknown as Reactor,
      { retrySoon: started('retry quarantine') } as unknown as QuarantineRetry,
      { runSoon: started('look at keys'), stop: step('stop audit') } as unknown as KeyAudit,
      { start: started('check log'), stop: step('stop check') } as unknown as LogCheck,
      { catchUp: step('destroy keys') } as unknown as KeyErasures,
      { find: step('find erased people') } as unknown as ErasedPeople,
      { close: step('close') } as unknown as KernelResources,
      { take: (_, work) => work(() => undefined) } as StartSteps,
    );
    answers['open views'] = () => ['standing'];
  });

  const ended = (...names: string[]) => names.flatMap((name) => [`${name}…`, name]);
  const upToViews = [
    ...ended('join others', 'take lease', 'open views'),
    'establish ["standing"] /data',
    ...ended('destroy keys', 'find erased people', 'start views'),
  ];

  it('joins the other processes and takes the lease before it opens anything, and feeds no view before the identity of the log is checked', async () => {
    await lifecycle.open();
    expect(steps).toEqual([...upToViews, ...ended('open reactions')]);
  });

  it('starts reactions, and retries undecodable events, when it is asked to', async () => {
    await lifecycle.react();
    expect(steps).toEqual([...ended('start reactions'), 'retry quarantine', 'look at keys', 'check log']);
  });

  it('starts without reactions for a tool', async () => {
    await lifecycle.startViews();
    expect(steps).toEqual(upToViews);
  });

  it('stops one part after the other: first reactions, which may write, and leaves the other processes last', async () => {
    await lifecycle.open();
    steps.length = 0;
    await lifecycle.onApplicationShutdown();
    expect(steps).toEqual(
      ended(
        'stop reactions',
        'stop views',
        'stop audit',
        'stop check',
        'note',
        'release lease',
        'leave others',
        'close',
      ),
    );
  });

  it('releases what it holds even if the end of the log could not be recorded', async () => {
    await lifecycle.open();
    answers['note'] = () => Promise.reject(new Error('the log is away'));
    await lifecycle.onApplicationShutdown();
    expect(steps.slice(-6)).toEqual(ended('release lease', 'leave others', 'close'));
  });

  it('starts nothing on a wrong log, and records nothing of it', async () => {
    answers['establish'] = () => Promise.reject(new Error('another log'));
    await expect(lifecycle.open()).rejects.toThrow('another log');
    await lifecycle.onApplicationShutdown();
    expect(steps).toEqual([
      ...upToViews.slice(0, 7),
      ...ended(
        'stop reactions',
        'stop views',
        'stop audit',
        'stop check',
        'release lease',
        'leave others',
        'close',
      ),
    ]);
  });
});
