import { EventStoreStandIn } from '@footnote/backend/test/support/eventstore/stand-in.js';

// A process of its own, as a server would be; it ends with the bench that has started it.
const standIn = await EventStoreStandIn.start();
process.send?.(standIn.url);
process.once('disconnect', () => process.exit());
