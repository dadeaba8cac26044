import { useApp } from '../../support/app.js';
import { committed } from '../../support/committed.js';
import { requestRecord } from '../../support/request-record.js';
import { routeRecord } from '../../support/route-record.js';

describe('the records of the contract', () => {
  const app = useApp();
  it('contain the answers to the values of each request field (V2.2.1)', async () => {
    const record = await requestRecord(app);
    expect(record).not.toMatch(/^ +throws /m);
    expect(record).toBe(await committed('api/records/requests.txt', record));
  });

  it('contain the guards, limits and parameters of each route', async () => {
    const record = await routeRecord(app);
    expect(record).toBe(await committed('api/records/routes.txt', record));
  });
});
