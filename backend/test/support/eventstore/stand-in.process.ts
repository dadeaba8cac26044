import { EventStoreStandIn } from './stand-in.js';

// node stand-in.process.js PORT FILE: the stand-in as a server that can be killed, frozen and restarted with its data.
const [port = '', file = ''] = process.argv.slice(2);
const standIn = await EventStoreStandIn.onFile(Number(port), file);
process.stdout.write(`listening on ${standIn.url}\n`);
