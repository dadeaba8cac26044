import { EventStoreEventLog } from '../../src/infrastructure/event-log/eventstore/eventstore-event-log.js';
import type { Cluster } from '../support/eventstore/cluster/cluster.js';
import { startLocalCluster } from '../support/eventstore/cluster/local-cluster.js';
import { patientLog } from '../support/eventstore/log-on-stand-in.js';
import { eventLogSubscriptionContract } from './event-log-subscription.contract.js';
import { eventLogContract } from './event-log.contract.js';

let cluster: Cluster;
beforeEach(async () => {
  ({ cluster } = await startLocalCluster());
});
afterEach(() => cluster.stop());

/** Each log finds another leader than the one before it. */
async function open(): Promise<EventStoreEventLog> {
  await cluster.whole();
  cluster.resign();
  cluster.elect();
  return patientLog(cluster.url);
}

eventLogContract('EventStoreDB, on three nodes of the stand-in', { open, isOnServer: true });
eventLogSubscriptionContract('EventStoreDB, on three nodes of the stand-in', { open, isOnServer: true });
