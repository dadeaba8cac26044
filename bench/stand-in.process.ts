import { EventStoreStandIn } from '@footnote/backend/test/support/eventstore/stand-in.js';

// The stand-in runs in its own process, like a server. It ends with the bench that started it.
const standIn = await EventStoreStandIn.start();
process.send?.(standIn.url);
process.on('message', () => {
  const count = (kind: string) => standIn.calls.get(kind) ?? 0;
  process.send?.({ appends: count('append') + count('batchAppend'), reads: count('read') });
});
process.once('disconnect', () => process.exit());
