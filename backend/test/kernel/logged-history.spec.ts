import { LoggedHistory } from '../../src/kernel/log/logged-history.js';
import { UndecodableError } from '../../src/kernel/undecodable.js';
import { useKernel } from '../support/test-kernel.js';
import { claim } from '../support/tally.js';

const testKernel = useKernel();

describe('events by their positions', () => {
  it('are decoded, or say why they cannot be; unknown positions are left out', async () => {
    const { log, codec } = testKernel.storage;
    await claim(testKernel, 'ada', 's');
    const event = { id: crypto.randomUUID(), type: 'FromTomorrow', data: {}, metadata: { version: 1 } };
    await log.append('odd', 'noStream', [event]);
    const [first, odd] = (await log.readAll(0, 10)).slice(-2);
    const positions = [odd?.position ?? 0, first?.position ?? 0, 999_999, first?.position ?? 0];
    const found = await new LoggedHistory(log, codec).at(positions);
    expect([...found.keys()].toSorted((one, other) => one - other)).toEqual([first?.position, odd?.position]);
    expect(found.get(first?.position ?? 0)).toMatchObject({ data: { usernameHash: 'ada' } });
    expect(found.get(odd?.position ?? 0)).toMatchObject({ reason: expect.stringContaining('FromTomorrow') });
  });
});

describe('the history of a stream', () => {
  const history = () => new LoggedHistory(testKernel.storage.log, testKernel.storage.codec);

  it('is every event of it, decoded', async () => {
    await claim(testKernel, 'ada', 's');
    await claim(testKernel, 'bob');
    await claim(testKernel, 'cleo', 's');
    const events = await history().of('username-s');
    expect(events.map(({ data }) => data)).toMatchObject([{ usernameHash: 'ada' }, { usernameHash: 'cleo' }]);
    expect(await history().of('username-nobody')).toEqual([]);
  });

  it('fails when one of its events cannot be decoded', async () => {
    const event = { id: crypto.randomUUID(), type: 'FromTomorrow', data: {}, metadata: { version: 1 } };
    await testKernel.storage.log.append('odd', 'noStream', [event]);
    await expect(history().of('odd')).rejects.toThrow(UndecodableError);
  });
});
