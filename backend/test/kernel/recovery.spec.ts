import { RandomIds, SystemClock } from '../../src/infrastructure/clock/system-clock.js';
import { LogIdentity, WrongLogError } from '../../src/kernel/log/log-identity.js';
import { Recovery } from '../../src/kernel/log/recovery.js';
import { useKernel } from '../support/test-kernel.js';
import { claim, tally } from '../support/tally.js';

const testKernel = useKernel();

describe('a recovery', () => {
  let identity: LogIdentity;
  let recovery: Recovery;
  beforeEach(async () => {
    identity = new LogIdentity({ ...testKernel.storage, clock: new SystemClock(), ids: new RandomIds() });
    recovery = new Recovery(testKernel.storage, identity);
    await identity.establish([], null);
  });

  const start = async () => {
    const { projector, views } = testKernel.projector([tally()]);
    await identity.establish(await projector.open(), null);
    await projector.start();
    return { projector, views };
  };

  it('rebuilds the views for a log that they do not come from', async () => {
    await claim(testKernel, 'ada');
    const { projector } = await start();
    await projector.views.seen(['tally'], await testKernel.storage.log.head(), 'gathered view');
    await projector.stop();
    const foreign = { log: 'another', position: 1, eventId: 'unknown' };
    await testKernel.storage.kernel.put('log', 'origin', foreign);
    await expect(start()).rejects.toThrow(WrongLogError);
    await recovery.recover(null, new Map());
    const again = await start();
    expect(await again.views.of(tally()).get('ada')).toMatchObject({ count: 1 });
    await again.projector.stop();
  });

  it('moves each reaction to the given position, forwards or backwards', async () => {
    const { kernel } = testKernel.storage;
    await kernel.moveCheckpoint('reaction-mails', null, 7);
    expect(await recovery.standsAt('mails')).toBe(7);
    expect(await recovery.standsAt('photos')).toBeNull();
    const wanted = new Map([
      ['mails', 3],
      ['photos', 9],
    ]);
    await recovery.recover(null, wanted);
    await recovery.recover(null, wanted);
    expect([await recovery.standsAt('mails'), await recovery.standsAt('photos')]).toEqual([3, 9]);
  });

  it('deletes the records of missing events and of states, and keeps the rest', async () => {
    const position = await claim(testKernel, 'ada');
    const event = await testKernel.storage.log.readAt(position);
    const { kernel } = testKernel.storage;
    for (const kind of ['quarantine', 'reaction-events']) {
      await kernel.put(kind, 'here', { id: event?.id, position });
      await kernel.put(kind, 'elsewhere', { id: 'unknown', position });
      await kernel.put(kind, 'beyond', { id: 'unknown', position: 99 });
    }
    await kernel.put('snapshot', 'some', { revision: 400 });
    await recovery.recover(null, new Map());
    for (const kind of ['quarantine', 'reaction-events']) {
      expect((await kernel.list(kind)).map(({ key }) => key)).toEqual(['here']);
    }
    expect(await kernel.list('snapshot')).toEqual([]);
  });
});
