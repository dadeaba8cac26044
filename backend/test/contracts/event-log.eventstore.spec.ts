import { EventStoreEventLog } from '../../src/infrastructure/event-log/eventstore/eventstore-event-log.js';
import { PATIENT } from '../support/eventstore/log-on-stand-in.js';
import { EventStoreStandIn } from '../support/eventstore/stand-in.js';
import { eventLogSubscriptionContract } from './event-log-subscription.contract.js';
import { type LogUnderTest, eventLogContract } from './event-log.contract.js';

/** The adapter on a server; `restart` restarts that server between two openings. */
function onServer(url: string, restart: () => Promise<void>, stop: () => Promise<void>): LogUnderTest {
  let log = new EventStoreEventLog(url, PATIENT);
  return {
    log,
    isOnServer: true,
    reopen: async () => {
      await log.close();
      await restart();
      log = new EventStoreEventLog(url, PATIENT);
      return log;
    },
    destroy: async () => {
      await log.close();
      await stop();
    },
  };
}

function logContracts(server: string, make: () => Promise<LogUnderTest>): void {
  eventLogContract(`EventStoreDB, on ${server}`, make);
  eventLogSubscriptionContract(`EventStoreDB, on ${server}`, make);
}

logContracts('the stand-in', async () => {
  const standIn = await EventStoreStandIn.start();
  return onServer(
    standIn.url,
    () => standIn.restart(),
    () => standIn.stop(),
  );
});

// Tests never restart a real server, and do not touch its other streams.
const realServer = process.env['EVENTSTORE_URL'];
if (realServer) {
  const nothing = async () => undefined;
  logContracts('a real server', async () => onServer(realServer, nothing, nothing));
}
