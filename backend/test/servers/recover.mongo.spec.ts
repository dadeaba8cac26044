import path from 'node:path';
import { MongoErasureList } from '../../src/infrastructure/erasures/mongo-erasure-list.js';
import { runToEnd } from '../crash/server-process.js';
import { TestClock, startApp } from '../support/app.js';
import { EventStoreStandIn } from '../support/eventstore/stand-in.js';
import { useFolder } from '../support/folder.js';
import { connectTo } from '../support/mongo/mongo-server.js';
import { useMongo } from '../support/mongo/use-mongo.js';
import { verified } from '../support/people.js';

const RECOVER = path.join(import.meta.dirname, '../../src/tools/recover.js');

const under = useMongo();
const [oneFolder, newFolder] = [useFolder(), useFolder()];

it('recover erases again, for several processes, whom the list in MongoDB has', async () => {
  const standIn = await EventStoreStandIn.start();
  const env = {
    EVENTSTORE_URL: standIn.url,
    MONGODB_URL: under.server.database(),
    APP_SECRET: 'a secret that all processes have, long enough for it',
  };
  const storage = { env, stop: () => Promise.resolve() };
  const app = await startApp({ dataDir: oneFolder, storage, clock: new TestClock(new Date()) });
  const { user } = await verified(app, 'ann@example.org');
  await app.server.close();
  const mongo = connectTo(env.MONGODB_URL);
  await new MongoErasureList(mongo).add({ at: new Date().toISOString(), kind: 'account', id: user.id });
  await mongo.close();

  const several = {
    DATA_DIR: newFolder,
    ROLE: 'worker',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SHARED_FOLDER: 'yes',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  const recover = () => runToEnd({ ...env, ...several }, [RECOVER, '--reactions', 'here']);
  const outcome = (erased: number) => ({
    code: 0,
    output: expect.stringContaining(`${erased} people who were erased after the backup were erased again.`),
  });
  expect(await recover()).toMatchObject(outcome(1));
  expect(await recover()).toMatchObject(outcome(0));
  await standIn.stop();
});
