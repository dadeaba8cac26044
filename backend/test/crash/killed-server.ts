import { SqliteEventLog } from '../../src/infrastructure/event-log/sqlite-event-log.js';
import { SqliteKernelStore } from '../../src/infrastructure/kernel-store/sqlite-kernel-store.js';
import { FolderMailer } from '../../src/infrastructure/mail/folder-mailer.js';
import type { NewEvent } from '../../src/kernel/event-log.js';

// The server, which kills itself at a step after an event: KILL_AFTER names the type of the event, and KILL_STEP counts what
// has become durable, the event itself being step 1: appends, mails, and checkpoints of reactions.
const { KILL_AFTER, KILL_STEP } = process.env;
let steps = 0;

function step(events: readonly NewEvent[] = []): void {
  if (steps === 0 && !events.some(({ type }) => type === KILL_AFTER)) return;
  steps += 1;
  if (steps === Number(KILL_STEP)) process.kill(process.pid, 'SIGKILL');
}

const { append } = SqliteEventLog.prototype;
SqliteEventLog.prototype.append = async function (stream, expected, events) {
  const appended = await append.call(this, stream, expected, events);
  step(events);
  return appended;
};

const { send } = FolderMailer.prototype;
FolderMailer.prototype.send = async function (mail) {
  await send.call(this, mail);
  step();
};

const { moveCheckpoint } = SqliteKernelStore.prototype;
SqliteKernelStore.prototype.moveCheckpoint = async function (name, from, to) {
  const isMoved = await moveCheckpoint.call(this, name, from, to);
  step();
  return isMoved;
};

await import('../../src/main.js');
