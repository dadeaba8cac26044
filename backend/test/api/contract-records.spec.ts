import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { useApp } from '../support/app.js';
import { requestRecord } from '../support/request-record.js';
import { routeRecord } from '../support/route-record.js';

/** In the source, not in `dist`. */
const RECORDS = path.join(import.meta.dirname, '../../../test/api/records');

/** The committed record. With `UPDATE_RECORDS=1` it is written first. */
async function committed(name: string, record: string): Promise<string> {
  const file = path.join(RECORDS, name);
  if (process.env.UPDATE_RECORDS === '1') await writeFile(file, record);
  return readFile(file, 'utf8');
}

describe('the records of the contract', () => {
  const app = useApp();
  it('contain the answers to the values of each request field (V2.2.1)', async () => {
    const record = await requestRecord(app);
    expect(record).toBe(await committed('requests.txt', record));
  });

  it('contain the guards, limits and parameters of each route', async () => {
    const record = await routeRecord(app);
    expect(record).toBe(await committed('routes.txt', record));
  });
});
