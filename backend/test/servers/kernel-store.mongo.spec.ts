import { LeaseLostError } from '../../src/kernel/lease.js';
import { MongoKernelStore } from '../../src/infrastructure/kernel-store/mongo-kernel-store.js';
import { kernelStoreContract } from '../contracts/kernel-store.contract.js';
import { useMongo } from '../support/mongo/use-mongo.js';

const under = useMongo();

kernelStoreContract('MongoDB', () => new MongoKernelStore(under.connect()));

describe('what only the process with the lease on work writes', () => {
  const storeOf = (fence: number | null) => {
    const store = new MongoKernelStore(under.connect());
    store.fence = () => fence;
    return store;
  };
  const KIND = 'reaction-events';

  it('is not changed by a process that had the lease before', async () => {
    const [before, now] = [storeOf(1), storeOf(2)];
    await before.put(KIND, 'a', { by: 'before' });
    await now.put(KIND, 'a', { by: 'now' });
    await expect(before.put(KIND, 'a', { by: 'before, late' })).rejects.toBeInstanceOf(LeaseLostError);
    await before.remove(KIND, 'a');
    expect(await now.get(KIND, 'a')).toEqual({ by: 'now' });
    await now.remove(KIND, 'a');
    expect(await now.get(KIND, 'a')).toBeNull();
  });

  it('may be taken over from a process that was alone', async () => {
    await storeOf(null).put(KIND, 'a', { by: 'one that was alone' });
    await storeOf(1).put(KIND, 'a', { by: 'a worker' });
    expect(await storeOf(null).get(KIND, 'a')).toEqual({ by: 'a worker' });
  });

  it('is not the rest, which every process writes', async () => {
    await storeOf(2).put('snapshot', 'a', { by: 'one' });
    await storeOf(1).put('snapshot', 'a', { by: 'another' });
    expect(await storeOf(1).get('snapshot', 'a')).toEqual({ by: 'another' });
  });
});
