import { MongoIdempotencyStore } from '../../src/infrastructure/idempotency/mongo-idempotency-store.js';
import { MongoConnection } from '../../src/infrastructure/mongo/connection.js';
import { idempotencyContract } from '../contracts/idempotency.contract.js';
import { useMongo } from '../support/mongo/use-mongo.js';

const under = useMongo();

describe('MongoIdempotencyStore', () => {
  idempotencyContract(() => MongoIdempotencyStore.open(under.mongo));

  it('lets the server delete expired rows', async () => {
    const mongo = new MongoConnection(under.server.database());
    try {
      await MongoIdempotencyStore.open(mongo);
      expect(await mongo.collection('requests').indexes()).toContainEqual(
        expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
      );
    } finally {
      await mongo.close();
    }
  });
});
