import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { openAdapters } from '../../src/composition/adapters.js';
import { moveFromFolder, openInFolder } from '../../src/composition/shared-stores.js';
import { readConfig } from '../../src/config.js';
import { MongoErasureList } from '../../src/infrastructure/erasures/mongo-erasure-list.js';
import { MongoMailSpool } from '../../src/infrastructure/mail/mongo-mail-spool.js';
import { MongoOutbox } from '../../src/infrastructure/mail/mongo-outbox.js';
import { MongoConnection } from '../../src/infrastructure/mongo/connection.js';
import { ServerSecret } from '../../src/infrastructure/sessions/server-secret.js';
import { ann, bob, cleo, erasuresContract, inOrder } from '../contracts/erasures.contract.js';
import { mailSpoolContract, waitingMail } from '../contracts/mail-spool.contract.js';
import { goodbye, outboxContract } from '../contracts/outbox.contract.js';
import { EventStoreStandIn } from '../support/eventstore/stand-in.js';
import { textsIn } from '../support/leftovers.js';
import { useFolder } from '../support/folder.js';
import { useMongo } from '../support/mongo/use-mongo.js';

const under = useMongo();
const secret = new ServerSecret(Buffer.alloc(32, 1));

const textOf = async (...collections: string[]) => {
  const rows = collections.map((name) => under.mongo.collection(name).find().toArray());
  return JSON.stringify(await Promise.all(rows));
};

describe('MongoMailSpool', () => {
  mailSpoolContract({
    open: () => MongoMailSpool.open(under.mongo),
    damage: (id, waiting) =>
      under.mongo.collection<{ _id: string }>('waitingMails').updateOne({ _id: id }, { $set: { waiting } }),
    nameOf: (id) => id,
  });
});

describe('MongoOutbox', () => {
  const open = (by = secret) => MongoOutbox.open(under.mongo, by);
  outboxContract(() => open());

  it('stores no address and no letter that can be read without the server secret', async () => {
    await (await open()).put(goodbye('ann'));
    expect(await textOf('goodbyes', 'goodbyeKeys')).not.toMatch(/ann@|Goodbye/);
    const stranger = await open(new ServerSecret(Buffer.alloc(32, 2)));
    expect([await stranger.find('ann'), await stranger.list()]).toEqual([null, []]);
  });

  it('seals the entries of a day with one key, and shows none of them without it', async () => {
    const outbox = await open();
    await Promise.all(['ann', 'bob'].map((accountId) => outbox.put(goodbye(accountId))));
    const later = { ...goodbye('cleo'), storedAt: new Date('2026-11-23T00:00:00.000Z') };
    await outbox.put(later);
    const keys = under.mongo.collection<{ _id: string; expiresAt: Date }>('goodbyeKeys');
    expect((await keys.find().toArray()).map(({ _id, expiresAt }) => [_id, expiresAt])).toEqual([
      ['2026-11-22', new Date('2026-11-25')],
      ['2026-11-23', new Date('2026-11-26')],
    ]);
    await keys.deleteOne({ _id: '2026-11-22' });
    expect(await outbox.list()).toEqual([later]);
    // The same day has another key now.
    await outbox.put(goodbye('bob'));
    expect(await outbox.find('ann')).toBeNull();
    expect(await outbox.list()).toEqual([goodbye('bob'), later]);
  });
});

describe('MongoErasureList', () => {
  erasuresContract(
    () => new MongoErasureList(under.mongo),
    () => textOf('erasures'),
  );
});

describe('the stores that several processes share', () => {
  const dataDir = useFolder();
  const folders = { dataDir, erasuresFile: path.join(dataDir, 'erasures.jsonl') };

  it.each(['waitingMails', 'goodbyes', 'goodbyeKeys'])(
    'let the server delete expired rows: %s',
    async (name) => {
      const mongo = new MongoConnection(under.server.database());
      try {
        await MongoMailSpool.open(mongo);
        await MongoOutbox.open(mongo, secret);
        expect(await mongo.collection(name).indexes()).toContainEqual(
          expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
        );
      } finally {
        await mongo.close();
      }
    },
  );

  it('take what one process has left in its data folder', async () => {
    const inFolder = await openInFolder(folders);
    for (const erasure of [ann, bob]) await inFolder.erasures.add(erasure);
    await inFolder.outbox.put(goodbye('ann'));
    await inFolder.spool.put(waitingMail('m-1', 'bob@example.org'));
    const shared = {
      spool: await MongoMailSpool.open(under.mongo),
      outbox: await MongoOutbox.open(under.mongo, secret),
      erasures: new MongoErasureList(under.mongo),
    };
    for (const erasure of [cleo, { ...ann, at: '2026-11-20T12:00:00.000Z' }])
      await shared.erasures.add(erasure);
    await moveFromFolder(folders, shared);
    await moveFromFolder(folders, shared);
    expect(await shared.spool.list()).toEqual([waitingMail('m-1', 'bob@example.org')]);
    expect(await shared.outbox.list()).toEqual([goodbye('ann')]);
    const all = inOrder(await shared.erasures.list());
    expect(all).toEqual([{ ...ann, at: '2026-11-20T12:00:00.000Z' }, bob, cleo]);
    expect((await textsIn(dataDir)).some((text) => text.includes('example.org'))).toBe(false);
  });

  it('are those of a worker, whose folder holds none of them', async () => {
    const standIn = await EventStoreStandIn.start();
    const config = readConfig({
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      ROLE: 'worker',
      PUBLIC_URL: 'http://localhost:8080',
      EVENTSTORE_URL: standIn.url,
      MONGODB_URL: under.server.database(),
      APP_SECRET: 'a secret that all processes have, long enough for it',
      SMTP_URL: 'smtp://127.0.0.1:9',
      SHARED_FOLDER: 'yes',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    });
    const { storage, images, outbox, erasures } = await openAdapters(config, {
      callLimits: { mongodb: { expires: false } },
    });
    await outbox.put(goodbye('ann'));
    await erasures.add(ann);
    expect(await outbox.list()).toEqual([goodbye('ann')]);
    expect(await erasures.list()).toEqual([ann]);
    expect(await readdir(dataDir)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:outbox|waiting-mails|erasures)/)]),
    );
    await images.close();
    await storage.close();
    await standIn.stop();
  });
});
