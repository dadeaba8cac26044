// The part of the storage that MongoDB holds. Only a start with MongoDB loads this file and the client.
import { MongoIdempotencyStore } from '../infrastructure/idempotency/mongo-idempotency-store.js';
import { MongoErasureList } from '../infrastructure/erasures/mongo-erasure-list.js';
import type { ServerSecret } from '../infrastructure/sessions/server-secret.js';
import type { Timer } from '../kernel/timer.js';
import { type Holder, MongoLease } from '../infrastructure/leases/mongo-lease.js';
import { MongoActiveRequests } from '../infrastructure/leases/mongo-active-requests.js';
import { MongoLeaseTable } from '../infrastructure/leases/mongo-lease-table.js';
import { MongoProgressRow } from '../infrastructure/leases/mongo-progress-row.js';
import { MongoProcessRows } from '../infrastructure/leases/mongo-process-rows.js';
import { MongoDocumentStore } from '../infrastructure/document-store/mongo-document-store.js';
import { MongoKernelStore } from '../infrastructure/kernel-store/mongo-kernel-store.js';
import { MongoKeyRing } from '../infrastructure/key-ring/mongo-key-ring.js';
import { MongoLimitStore } from '../infrastructure/limits/mongo-limit-store.js';
import { MongoMailSpool } from '../infrastructure/mail/mongo-mail-spool.js';
import { MongoOutbox } from '../infrastructure/mail/mongo-outbox.js';
import { MongoSentMails } from '../infrastructure/mail/mongo-sent-mails.js';
import { MongoConnection, type MongoSettings } from '../infrastructure/mongo/connection.js';
import { MongoSessionStore } from '../infrastructure/sessions/mongo-session-store.js';
import type { SharedStores } from './shared-stores.js';

/** @throws Error for an address that cannot be one */
export function connectMongo(url: string, settings: MongoSettings, timer: Timer): MongoConnection {
  return new MongoConnection(url, settings, timer);
}

/** Opens the stores on a connection. `holder` names this process in the lease. Closing them closes the connection. */
export async function openMongoDocuments(mongo: MongoConnection, holder: Holder) {
  const kernel = new MongoKernelStore(mongo);
  return {
    lease: new MongoLease(mongo, holder),
    processes: new MongoProcessRows(mongo),
    sharing: {
      leases: new MongoLeaseTable(mongo),
      row: new MongoProgressRow(mongo),
      kernel,
      isActive: () => false,
      requests: await MongoActiveRequests.open(mongo),
    },
    store: new MongoDocumentStore(mongo),
    kernel,
    keys: new MongoKeyRing(mongo),
    sessions: await MongoSessionStore.open(mongo),
    adminSessions: await MongoSessionStore.open(mongo, 'adminSessions'),
    limits: await MongoLimitStore.open(mongo),
    idempotency: await MongoIdempotencyStore.open(mongo),
    sentMails: await MongoSentMails.open(mongo),
    openShared: async (secret: ServerSecret): Promise<SharedStores> => ({
      spool: await MongoMailSpool.open(mongo),
      outbox: await MongoOutbox.open(mongo, secret),
      erasures: new MongoErasureList(mongo),
    }),
    close: () => mongo.close(),
  };
}
