import { NestFactory } from '@nestjs/core';
import { eraseAgain, listedErasures } from '../backup/erasing-again.js';
import { type Adapters, openAdapters, securityLogOf } from '../composition/adapters.js';
import type { Erasure } from '../infrastructure/erasures/erasure-list.port.js';
import { AppModule } from '../app.module.js';
import { readConfigOfTool } from '../config.js';
import { takeDataFolder } from '../composition/data-folder.js';
import { endReplacement, replaceDamagedLog } from '../composition/damaged-log.js';
import { Clock } from '../kernel/clock.js';
import { EventLog } from '../kernel/event-log.js';
import { KernelLifecycle, LogOwner } from '../kernel/lifecycle.js';
import { LeaseHeartbeat } from '../kernel/leases/lease-heartbeat.js';
import { ProcessWatch } from '../kernel/leases/process-watch.js';
import { Recovery } from '../kernel/log/recovery.js';
import { Reactor } from '../kernel/reactions/reactor.js';
import { Projector } from '../kernel/views/projector.js';
import { answerTo, orElse, readCommandLine, refuseCommandLine, say } from './command-line.js';

const HELP = `Adapts the data folder to its event log, after the log was restored from a backup or replaced. Stop the server first.

Without --log, the log is not changed. All views are built again from it. This sends no mails. For each reaction (a
reaction sends mails or does other work after an event) you choose the position from which it continues:

  here      the end of the log
  event N   after the event at position N

A reaction skips the events between its old and its new position if the new one is later, and handles them again if it is
earlier. So check which mails were sent before you choose. Mails about events of more than seven days ago are listed
instead of sent, except mails about payments and decisions about accounts. npm run late-mails shows the list.

  npm run recover                            asks for each reaction
  npm run recover -- --log                   replaces a damaged log first: lists the events that can't be read, asks whether
                                             to go on without them, and keeps the damaged log under another name. Reactions
                                             continue where they were. With --yes it does not ask
  npm run recover -- --reactions here        all reactions continue from the end of the log
  npm run recover -- --reactions event 1234  all reactions continue after the event at position 1234

After a restore, --erasures names a copy of the list of erased people that the site kept (erasures.jsonl in DATA_DIR, or
ERASURES_FILE): those who were erased later than the log ends are erased again. Several processes (ROLE) have the list in
MongoDB, in the collection erasures, and it is always read.

  npm run recover -- --reactions here --erasures FILE

If the log is on a server and everything else in a data folder, this data folder becomes the owner of the log.
DATA_DIR is the path of the data folder (default: ./data).
`;

const { values, positionals } = readCommandLine(HELP, {
  reactions: { type: 'string' },
  log: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  erasures: { type: 'string' },
});
const forAll = values.reactions === undefined ? null : placeOf([values.reactions, ...positionals].join(' '));
if (values.reactions !== undefined && forAll === null) {
  refuseCommandLine('The value of --reactions is "here", or "event" and a position.', HELP);
}
if (values.reactions === undefined && positionals.length > 0) refuseCommandLine('Unknown argument.', HELP);
if (forAll === null && !values.log && !process.stdin.isTTY) {
  refuseCommandLine('There is no terminal for questions: use --reactions.', HELP);
}

await orElse('Nothing was changed', recover());

async function recover(): Promise<void> {
  const config = readConfigOfTool(process.env);
  const erasures = values.erasures === undefined ? [] : await listedErasures(values.erasures);
  takeDataFolder(config, values.log);
  const isAgreed = async () => values.yes || isWanted('Use a log without these events from now on?');
  if (values.log && !(await replaceDamagedLog(config, isAgreed, say))) {
    process.exitCode = 1;
    return;
  }
  const securityLog = securityLogOf(config, process.stderr);
  const adapters = await openAdapters(config, { securityLog });
  const app = await NestFactory.createApplicationContext(AppModule.with(config, adapters), {
    logger: ['error', 'warn'],
  });
  const recovery = app.get(Recovery);
  const { names } = app.get(Reactor);
  const head = await app.get(EventLog).head();
  say(`The log ends at event ${head}.`);
  const positions = new Map<string, number>();
  // The new log has the same positions, so reactions go on where they were.
  for (const name of values.log && forAll === null ? [] : names) {
    const place = forAll ?? (await ask(name, await recovery.standsAt(name), head));
    positions.set(name, place === 'here' ? head : Math.min(place, head));
  }
  await app.get(ProcessWatch).join();
  await app.get(LeaseHeartbeat).acquire();
  await recovery.recover(app.get(LogOwner).place, positions);
  endReplacement(config);
  const own = await erasuresOfSeveral(adapters);
  const { erased, unreadable } = await eraseAgain(app, adapters, [...erasures, ...own]);
  if (erasures.length + own.length > 0)
    say(`${erased} people who were erased after the backup were erased again.`);
  for (const id of unreadable) say(`${id} could not be deleted. The key is destroyed.`);
  securityLog.record({ event: 'operator-command', command: 'recover' }, app.get(Clock).now());
  say('The data folder now belongs to this log. Building the views …');
  await app.get(KernelLifecycle).startViews();
  const projector = app.get(Projector);
  // Resolves when all running builds have ended.
  await projector.rebuild([]);
  const failed = projector.health().filter(({ state }) => state === 'failed');
  for (const { name, error } of failed) say(`The view ${name} could not be built: ${error}`);
  if (failed.length > 0) process.exitCode = 1;
  else say(`Done: ${projector.health().length} views were built. Start the site again.`);
  await app.close();
}

/** Those in MongoDB, if several processes have ever used it. */
async function erasuresOfSeveral({ storage, secret }: Adapters): Promise<readonly Erasure[]> {
  const { erasures } = (await storage.openShared?.(secret)) ?? {};
  return (await erasures?.list()) ?? [];
}

async function isWanted(question: string): Promise<boolean> {
  if (process.stdin.isTTY) return (await answerTo(`${question} [yes/no] `)).toLowerCase() === 'yes';
  say('There is no terminal for questions: use --yes.');
  return false;
}

async function ask(reaction: string, stands: number | null, head: number): Promise<number | 'here'> {
  const where = stands === null ? 'has never run' : `has handled all events up to ${stands}`;
  const question = `${reaction} ${where}. Continue from the end of the log (${head}), or after an event? [here/event N] `;
  for (;;) {
    const place = placeOf(await answerTo(question));
    if (place !== null) return place;
  }
}

function placeOf(words: string): number | 'here' | null {
  if (words.trim() === 'here') return 'here';
  const position = /^\s*event\s+(\d{1,15})\s*$/.exec(words)?.[1];
  return position === undefined ? null : Number(position);
}
