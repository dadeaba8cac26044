import { parentPort } from 'node:worker_threads';
import { EventStoreStandIn } from '@footnote/backend/test/support/eventstore/stand-in.js';

// In a thread of its own, as a server would be in a process of its own.
const standIn = await EventStoreStandIn.start();
parentPort?.postMessage(standIn.url);
parentPort?.once('message', () => void standIn.stop());
