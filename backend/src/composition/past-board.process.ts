import type { PastBoardNews } from '../projections/past-board.js';
import { besideServer } from './beside-server.js';
import type { ForkedPastBoardOrder } from './forked-past-boards.js';
import { pastBoard } from './past-board.js';

await besideServer<ForkedPastBoardOrder>(async (storage, { order }) => {
  let sent: Promise<void> = Promise.resolve();
  await pastBoard(storage, order, (news: PastBoardNews) => {
    sent = new Promise((resolve) => process.send?.(news, undefined, undefined, () => resolve()));
  });
  // A process that ends does not wait for its messages.
  await sent;
});
