import { openStorage } from '../../src/composition/storage.js';
import { Returns } from '../../src/kernel/timer.js';
import { EventStoreStandIn } from '../support/eventstore/stand-in.js';
import { useFolder } from '../support/folder.js';
import { TestTimer } from '../support/timer.js';

const LONG_MS = 3_600_000;

const dataDir = useFolder();

describe('the return of a server', () => {
  const turns = async () => {
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  it('ends all pauses at once, and none that begins after it', async () => {
    const returns = new Returns(new TestTimer());
    const stopping = new AbortController();
    const ended: string[] = [];
    const pause = async (name: string) => {
      await returns.pause(LONG_MS, stopping.signal);
      ended.push(name);
    };
    const pauses = [pause('one'), pause('other')];
    await turns();
    expect(ended).toEqual([]);
    returns.tell();
    await Promise.all(pauses);
    expect(ended).toEqual(['one', 'other']);
    const next = pause('next');
    await turns();
    expect(ended).toEqual(['one', 'other']);
    stopping.abort();
    await next;
  });

  it('is told by the log on a server, once it answers after it was away', async () => {
    const server = await EventStoreStandIn.start();
    const settings = { dataDir, eventstoreUrl: server.url, mongodbUrl: null };
    const patience = { seconds: 20, tell: () => undefined };
    const eventstore = { breakAfterMs: 0, probePauseMs: 5, firstRetryPauseMs: 1, readMs: 20_000 };
    const { log, returns, close } = await openStorage(settings, patience, { eventstore });
    const pausing = returns.pause(LONG_MS, new AbortController().signal);
    await server.stop();
    await expect(log.readLast('a')).rejects.toThrow('the event log does not answer');
    await server.resume();
    await pausing;
    await close();
    await server.stop();
  });
});
