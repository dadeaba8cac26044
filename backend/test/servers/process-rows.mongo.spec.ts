import { MongoProcessRows } from '../../src/infrastructure/leases/mongo-process-rows.js';
import type { ProcessRow } from '../../src/kernel/processes.js';
import { useMongo } from '../support/mongo/use-mongo.js';

const under = useMongo();

const row: ProcessRow = {
  id: 'one',
  holder: 'folder@host',
  role: 'worker',
  isActive: true,
  place: '/data on host',
  version: '1.0.0',
  reads: { Rated: 1 },
  views: { board: 3, weeks: 1 },
  startedAt: '2026-03-02T10:00:00.000Z',
  beat: 1,
};

describe('the rows of processes in MongoDB', () => {
  it('are added, replaced and removed by their id', async () => {
    const [own, others] = [new MongoProcessRows(under.mongo), new MongoProcessRows(under.connect())];
    expect(await own.all()).toEqual([]);
    await own.put(row);
    await others.put({ ...row, id: 'two', role: 'web' });
    const later = { ...row, isActive: false, views: { board: 4 }, beat: 2 };
    await own.put(later);
    expect(await others.all()).toEqual([later, { ...row, id: 'two', role: 'web' }]);
    await others.remove(['one', 'none']);
    expect(await own.all()).toEqual([{ ...row, id: 'two', role: 'web' }]);
  });
});
