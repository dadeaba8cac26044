import { RestoredLogWatch } from '../../src/kernel/log/restored-log-watch.js';
import { claim } from '../support/tally.js';
import { METADATA, useKernel } from '../support/test-kernel.js';

const under = useKernel();

describe('a process that reads a log', () => {
  let ends: string[];
  let watch: RestoredLogWatch;
  beforeEach(() => {
    ends = [];
    watch = new RestoredLogWatch(under.storage.log, under.timer, ({ message }) => ends.push(message));
  });
  afterEach(() => watch.stop());

  const read = async () => watch.see(await under.storage.log.readAll(0, 100));

  it('ends when it meets the event that says that the log was restored', async () => {
    await claim(under, 'ada');
    await read();
    expect(ends).toEqual([]);
    const data = { takenAt: '2026-03-02T10:00:00.000Z', head: 1, erasures: false };
    const restored = { id: crypto.randomUUID(), type: 'LogRestored', data, metadata: METADATA };
    await under.storage.log.append('post-p', 'any', [restored]);
    await read();
    expect(ends).toEqual([]);
    const { position } = await under.storage.log.append('log-identity', 'any', [
      { ...restored, id: crypto.randomUUID() },
    ]);
    await read();
    expect(ends).toEqual([
      `Event ${position} says so: the log was restored while this process ran, so it ends; start it again`,
    ]);
  });

  it('ends when the log no longer has the last event that it read', async () => {
    await claim(under, 'ada');
    await read();
    await under.timer.advance(10_000);
    expect(ends).toEqual([]);
    const [event] = await under.storage.log.readAll(0, 1);
    watch.see([{ ...event!, position: 7 }]);
    await under.timer.advance(10_000);
    // Once may be a server that is not well.
    expect(ends).toEqual([]);
    await under.timer.advance(10_000);
    expect(ends).toEqual([expect.stringContaining('Event 7 is gone')]);
  });
});
