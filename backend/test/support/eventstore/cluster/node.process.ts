import { EventStoreStandIn } from '../stand-in.js';
import { type NodeMessage, Replica, type Standing } from './replica.js';

/** What the parent sends to a node. */
export type ToNode = { readonly stand: Standing } | { readonly from: number; readonly message: NodeMessage };
/** What a node sends to the parent. */
export type FromNode =
  'listening' | { readonly to: number; readonly epoch: number; readonly message: NodeMessage };

/** What followers of 24.6 were behind, in milliseconds. */
const [LEAST_LAG, MOST_LAG] = [6, 22];

// node node.process.js ID PORT,PORT,PORT: a node that can be killed and frozen. Its parent is the cluster.
const [id = '', list = ''] = process.argv.slice(2);
const ports = list.split(',').map(Number);
const tell = (message: FromNode) => void process.send?.(message);
const replica = new Replica({
  id: Number(id),
  ports,
  // As random as that of real nodes.
  // oxlint-disable-next-line no-restricted-properties
  lagMs: () => LEAST_LAG + Math.random() * (MOST_LAG - LEAST_LAG),
  send: (to, epoch, message) => tell({ to, epoch, message }),
  onDeposed: () => process.exit(),
});
process.on('message', (sent: ToNode) => {
  if ('stand' in sent) replica.stand(sent.stand);
  else replica.receive(sent.from, sent.message);
});
process.once('disconnect', () => process.exit());
await EventStoreStandIn.asNode(ports[Number(id)] ?? 0, replica);
tell('listening');
