import path from 'node:path';
import { openSqlite } from '../../src/infrastructure/sqlite/sqlite.js';
import { IDENTITY_STREAM } from '../../src/kernel/log/identity-stream.js';
import { useLogsOnStandIn } from '../support/eventstore/log-on-stand-in.js';
import { METADATA } from '../support/test-kernel.js';
import { useFolder } from '../support/folder.js';
import { runToEnd } from './server-process.js';

const ADVICE =
  'has format 0, and this version of Footnote reads format 1 only: run the version that wrote it, or start with an empty ' +
  'DATA_DIR and empty databases at EVENTSTORE_URL and MONGODB_URL.\n';

const STARTING = 'Footnote is starting; /health/ready tells how far it is\n';

describe('a start on data from before the first release', () => {
  const dataDir = useFolder();
  const logs = useLogsOnStandIn();

  it('is refused with one sentence: a data folder', async () => {
    const file = path.join(dataDir, 'events.db');
    const database = openSqlite(file, { durability: 'normal' });
    database.exec('CREATE TABLE anything (id TEXT); PRAGMA user_version = 0');
    database.close();
    const ending = await runToEnd({ DATA_DIR: dataDir, PORT: '0' });
    expect(ending).toMatchObject({ code: 1, output: STARTING, errors: `${file} ${ADVICE}` });
  });

  it('is refused with one sentence: the log on EventStoreDB', async () => {
    const created = {
      id: crypto.randomUUID(),
      type: 'LogCreated',
      data: { log: 'old' },
      metadata: { ...METADATA, version: 1 },
    };
    await logs.open().append(IDENTITY_STREAM, 'noStream', [created]);
    const settings = { DATA_DIR: dataDir, PORT: '0', EVENTSTORE_URL: logs.server.url };
    expect(await runToEnd(settings)).toMatchObject({
      code: 1,
      output: STARTING,
      errors: `The log ${ADVICE}`,
    });
    expect(await logs.open().head()).toBe((await logs.open().readLast(IDENTITY_STREAM))?.position);
  });
});
