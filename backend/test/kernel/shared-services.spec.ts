import { ConflictException } from '@nestjs/common';
import { ActiveRole } from '../../src/kernel/active-role.js';
import { Rejected } from '../../src/kernel/aggregate.js';
import { type Causation, causedBy, currentCausation } from '../../src/kernel/causation.js';
import { DocumentStoreUnavailableError } from '../../src/kernel/document-store.js';
import { SharedServices } from '../../src/kernel/leases/shared-services.js';
import { MemoryRequests } from '../support/active-requests.js';
import { gate } from '../support/gate.js';
import { TestTimer } from '../support/timer.js';

/** A service with the state of one process. */
class Views {
  readonly rebuilt: string[] = [];
  work: () => Promise<unknown> = async () => undefined;

  constructor(private readonly process: string) {}

  async rebuild(view: string, reason: string | null): Promise<unknown> {
    this.rebuilt.push(view);
    await this.work();
    return { by: this.process, view, reason };
  }

  async who(): Promise<unknown> {
    return currentCausation();
  }
}

class SwitchedRole extends ActiveRole {
  readonly isAlone = false;
  override isActive = false;
}

describe('a service of the active process', () => {
  let timer: TestTimer;
  let requests: MemoryRequests;
  let live: Set<string>;
  let log: string[];
  beforeEach(() => {
    timer = new TestTimer();
    requests = new MemoryRequests();
    live = new Set();
    log = [];
  });

  const processOf = (id: string, nextId: () => string = () => crypto.randomUUID()) => {
    live.add(id);
    const [here, role] = [new Views(id), new SwitchedRole()];
    const services = new SharedServices({
      requests,
      role,
      processes: { id, known: () => [...live].map((one) => ({ id: one, isLive: true })) as never },
      ids: { uuid: nextId },
      logger: { info: () => undefined, error: (_, message) => log.push(message) },
      timer,
    });
    const views = services.of('views', here);
    services.start();
    return { here, role, views, services };
  };
  /** A process that serves people, and the active one. */
  const both = () => {
    const [web, worker] = [processOf('web'), processOf('worker')];
    worker.role.isActive = true;
    return { web, worker };
  };
  /** How a call ends, while so much time passes. */
  const end = async (call: Promise<unknown>, milliseconds = 250) => {
    const outcome = call.catch((error: unknown) => error);
    await timer.advance(milliseconds);
    return outcome;
  };

  it('runs here in the active process', async () => {
    const { worker } = both();
    expect(await worker.views.rebuild('board', null)).toEqual({ by: 'worker', view: 'board', reason: null });
  });

  it('is asked by another process, for the one who asks', async () => {
    const { web, worker } = both();
    const done = { by: 'worker', view: 'board', reason: 'slow' };
    expect(await end(web.views.rebuild('board', 'slow'))).toEqual(done);
    expect([web.here.rebuilt, worker.here.rebuilt]).toEqual([[], ['board']]);
    const ann: Causation = {
      actor: { kind: 'admin', id: 'ann', role: 'owner' },
      requestId: 'request',
      correlationId: 'one',
      causationId: 'two',
    };
    expect(await end(causedBy({ ...ann, reached: () => undefined }, () => web.views.who()))).toEqual(ann);
    expect(await end(web.views.who())).toEqual(new Error('a command was sent outside of causedBy()'));
  });

  it('does not let one request wait for another', async () => {
    const { web, worker } = both();
    const { open, opened } = gate();
    worker.here.work = () => opened;
    const long = web.views.rebuild('board', null);
    await timer.advance(250);
    worker.here.work = async () => undefined;
    expect(await end(web.views.rebuild('weeks', null))).toMatchObject({ view: 'weeks' });
    open();
    expect(await long).toMatchObject({ view: 'board' });
  });

  it.each([
    new Rejected('conflict', 'It is being built.', 'busy'),
    new ConflictException('It is being built.'),
    new Error('The disk is full.'),
  ])('fails for the asker as it failed: %s', async (error) => {
    const { web, worker } = both();
    worker.here.work = async () => {
      throw error;
    };
    const failure = await end(web.views.rebuild('board', null));
    expect(failure).toEqual(error);
    expect((failure as { code?: string }).code).toBe((error as { code?: string }).code);
  });

  it('does nothing if no process is active for 12 s, and says so', async () => {
    const [web, other] = [processOf('web'), processOf('worker')];
    expect(await end(web.views.rebuild('board', null), 12_000)).toMatchObject({
      message: 'No worker is active, so nothing was done. Try again later.',
      status: 503,
    });
    other.role.isActive = true;
    await timer.advance(1000);
    expect(other.here.rebuilt).toEqual([]);
  });

  it('is never asked twice: when its process ends, it is not known whether it was done', async () => {
    const { web, worker } = both();
    worker.here.work = () => new Promise(() => undefined);
    const call = web.views.rebuild('board', null);
    await timer.advance(60_000);
    live.delete('worker');
    worker.role.isActive = false;
    const next = processOf('next');
    next.role.isActive = true;
    expect(await end(call, 5000)).toMatchObject({
      message: expect.stringContaining('not known'),
      status: 503,
    });
    expect([worker.here.rebuilt, next.here.rebuilt]).toEqual([['board'], []]);
  });

  it('gives a repeated request the same answer, and does it once', async () => {
    const web = processOf('web', () => 'same');
    const { worker } = both();
    expect(await end(web.views.rebuild('board', null))).toMatchObject({ by: 'worker' });
    expect(await end(web.views.rebuild('board', null))).toMatchObject({ by: 'worker' });
    expect(worker.here.rebuilt).toEqual(['board']);
  });

  it('is not begun for an asker that has ended', async () => {
    const { web, worker } = both();
    void web.views.rebuild('board', null).catch(() => undefined);
    live.delete('web');
    await timer.advance(1000);
    expect(worker.here.rebuilt).toEqual([]);
    await timer.advance(20_000);
  });

  it('says that it is not known whether it was done when the store goes away', async () => {
    const { web } = both();
    requests.state = () => Promise.reject(new DocumentStoreUnavailableError('away'));
    expect(await end(web.views.rebuild('board', null))).toMatchObject({ status: 503 });
  });

  it('is asked no more once the process stops', async () => {
    const { web, worker } = both();
    await worker.services.stop();
    expect(await end(web.views.rebuild('board', null), 12_000)).toMatchObject({ status: 503 });
    expect(worker.here.rebuilt).toEqual([]);
  });

  it('refuses what this version of the program does not have', async () => {
    const { web } = both();
    const { views } = { views: web.services.of('views of a later version', web.here) };
    expect(String(await end(views.who()))).toContain('has no views of a later version.who');
  });
});
