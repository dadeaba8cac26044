import path from 'node:path';
import { openSqlite } from '../../src/infrastructure/sqlite/sqlite.js';
import { EventLogUnavailableError } from '../../src/kernel/event-log.js';
import { useGreeter } from '../support/greeter.js';
import { METADATA } from '../support/test-kernel.js';

const greeter = useGreeter();

describe('the start of a reaction', () => {
  it('is the end of the log for a new reaction, and is recorded in the log', async () => {
    const after = await greeter.claim('past');
    await greeter.start();
    await greeter.handled(await greeter.claim('present'));
    expect(greeter.seen).toEqual(['present']);
    expect((await greeter.starts()).map(({ type, data }) => [type, data])).toEqual([
      ['ReactionStarted', { name: 'greet', after }],
    ]);
    expect((await greeter.starts())[0]?.metadata).toMatchObject({
      at: greeter.clock.now().toISOString(),
      actor: { kind: 'system', id: 'greet' },
    });
  });

  it('is its checkpoint, including events during the stop, and nothing is repeated', async () => {
    await greeter.start();
    await greeter.handled(await greeter.claim('ada'));
    await greeter.reactor.stop();
    await greeter.claim('bob');
    await greeter.start();
    await greeter.handled(await greeter.claim('cleo'));
    expect(greeter.seen).toEqual(['ada', 'bob', 'cleo']);
    expect(await greeter.starts()).toHaveLength(1);
  });

  it('is the recorded start when the checkpoint was lost: no later event is lost', async () => {
    await greeter.claim('past');
    await greeter.start();
    await greeter.reactor.stop();
    await greeter.claim('ada');
    // As after a power cut.
    const file = openSqlite(path.join(greeter.testKernel.dataDir, 'kernel.db'), { durability: 'full' });
    file.exec('DELETE FROM checkpoints');
    file.close();
    await greeter.start();
    await greeter.handled(await greeter.claim('bob'));
    expect(greeter.seen).toEqual(['ada', 'bob']);
  });

  it('is recorded at the checkpoint if the log lacks it, as after a recovery', async () => {
    const before = await greeter.claim('ada');
    await greeter.claim('bob');
    await greeter.testKernel.storage.kernel.moveCheckpoint('reaction-greet', null, before);
    await greeter.start();
    await greeter.handled(await greeter.claim('cleo'));
    expect(greeter.seen).toEqual(['bob', 'cleo']);
    expect((await greeter.starts()).map(({ data }) => data)).toEqual([{ name: 'greet', after: before }]);
  });

  it('handles each event once when the reactor was opened before', async () => {
    const reactor = greeter.make();
    await reactor.open();
    await greeter.claim('ada');
    await reactor.start();
    await greeter.handled(await greeter.claim('bob'));
    expect(greeter.seen).toEqual(['ada', 'bob']);
    expect(reactor.health()).toHaveLength(1);
  });

  it('skips an event of its stream that only a later program knows', async () => {
    const { log } = greeter.testKernel.storage;
    const later = {
      id: crypto.randomUUID(),
      type: 'ReactionMoved',
      data: {},
      metadata: { ...METADATA, version: 1 },
    };
    await greeter.start();
    await log.append('reaction-greet', 'any', [later]);
    await greeter.restart();
    await greeter.handled(await greeter.claim('ada'));
    expect(greeter.seen).toEqual(['ada']);
  });

  it('is the one that another process has recorded first', async () => {
    const before = await greeter.claim('ada');
    await greeter.claim('bob');
    const { log } = greeter.testKernel.storage;
    const append = log.append.bind(log);
    log.append = async (stream, expected, events) => {
      const first = {
        id: crypto.randomUUID(),
        type: 'ReactionStarted',
        metadata: { ...METADATA, version: 1 },
      };
      await append(stream, 'noStream', [{ ...first, data: { name: 'greet', after: before } }]);
      log.append = append;
      return append(stream, expected, events);
    };
    await greeter.start();
    await greeter.handled(await greeter.claim('cleo'));
    expect(greeter.seen).toEqual(['bob', 'cleo']);
  });

  it.each([
    ['waits for a slow log', new EventLogUnavailableError('no answer in time'), 'fulfilled'],
    ['fails at once on any other error', new Error('the disk is full'), 'rejected'],
  ])('%s', async (_, failure, status) => {
    const { storage, timer } = greeter.testKernel;
    const { log } = storage;
    const readLast = log.readStream.bind(log);
    log.readStream = () => {
      log.readStream = readLast;
      return Promise.reject(failure);
    };
    const starting = Promise.allSettled([greeter.start()]);
    if (status === 'fulfilled') {
      await timer.begun(500);
      await timer.advance(500);
    }
    const [started] = await starting;
    expect(started).toMatchObject({ status });
  });

  it('skips the history on request', async () => {
    await greeter.claim('ada');
    greeter.make();
    await greeter.reactor.skip();
    await greeter.start();
    await greeter.handled(await greeter.claim('bob'));
    await greeter.claim('cleo');
    await greeter.reactor.stop();
    greeter.seen.length = 0;
    greeter.make();
    await greeter.claim('dora');
    await greeter.reactor.skip();
    await greeter.start();
    await greeter.handled(await greeter.claim('eve'));
    expect(greeter.seen).toEqual(['eve']);
  });
});
