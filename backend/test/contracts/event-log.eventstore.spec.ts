import { type LogServer, serverCommand, startLogServer } from '../support/eventstore/log-server.js';
import { patientLog } from '../support/eventstore/log-on-stand-in.js';
import { EventStoreStandIn } from '../support/eventstore/stand-in.js';
import { useFolder } from '../support/folder.js';
import { eventLogSubscriptionContract } from './event-log-subscription.contract.js';
import { type LogUnderTest, eventLogContract } from './event-log.contract.js';

function logContracts(server: string, open: LogUnderTest['open']): void {
  eventLogContract(`EventStoreDB, on ${server}`, { open, isOnServer: true });
  eventLogSubscriptionContract(`EventStoreDB, on ${server}`, { open, isOnServer: true });
}

let standIn: EventStoreStandIn;
beforeEach(async () => {
  standIn = await EventStoreStandIn.start();
});
afterEach(() => standIn.stop());

logContracts('the stand-in', async () => {
  await standIn.restart();
  return patientLog(standIn.url);
});

// Tests never restart a real server, and do not touch its other streams.
const realServer = process.env['EVENTSTORE_URL'];
if (realServer) logContracts('a real server', async () => patientLog(realServer));

if (serverCommand !== null) {
  let server: LogServer | null = null;
  afterAll(() => server?.stop());
  const folder = useFolder({ per: 'file' });
  logContracts('the server of EVENTSTORE_CMD', async () => {
    server ??= await startLogServer(folder);
    return patientLog(server.url);
  });
}
