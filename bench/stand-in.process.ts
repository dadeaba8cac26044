import { EventStoreStandIn } from '@footnote/backend/test/support/eventstore/stand-in.js';

// The stand-in runs in its own process, like a server. It ends with the bench that started it.
const standIn = await EventStoreStandIn.start();
process.send?.(standIn.url);
process.once('disconnect', () => process.exit());
