import '../needs-node.js';
import { createInterface } from 'node:readline/promises';
import { NestFactory } from '@nestjs/core';
import { openAdapters } from '../adapters.js';
import { AppModule } from '../app.module.js';
import { readConfig } from '../config.js';
import { takeDataFolder } from '../data-folder.js';
import { EventLog } from '../kernel/event-log.js';
import { KernelLifecycle, LogOwner } from '../kernel/lifecycle.js';
import { LeaseKeeper } from '../kernel/leases/lease-keeper.js';
import { Recovery } from '../kernel/log/recovery.js';
import { Reactor } from '../kernel/reactions/reactor.js';
import { Projector } from '../kernel/views/projector.js';
import { refuseToStart } from '../refuse-to-start.js';
import { readCommandLine, refuseCommandLine } from './command-line.js';

const HELP = `Makes everything beside the log fit the log that is there, after a log was put back from a backup or is another one. Stop the
server first. The log stays as it is. All views are built again. The reactions, which write mails and more, are not run
again by that: for each of them you are asked whether it is to go on from the end of the log, or from after an event. What
lies between is not done twice or not at all, so look at what was sent. Mails about events of more than seven days ago are
listed instead of sent, but for those on payments and on decisions about accounts: npm run late-mails shows them.

  npm run recover
  npm run recover -- --reactions here        all of them from the end of the log
  npm run recover -- --reactions event 1234  all of them from after the event at position 1234

Where the log is on a server and the rest in a data folder, the log belongs to this data folder from then on.
DATA_DIR names the data folder (./data).
`;

const { values, positionals } = readCommandLine(HELP, { reactions: { type: 'string' } });
const forAll = values.reactions === undefined ? null : placeOf([values.reactions, ...positionals].join(' '));
if (values.reactions !== undefined && forAll === null) {
  refuseCommandLine('--reactions takes "here", or "event" and a position.', HELP);
}
if (values.reactions === undefined && positionals.length > 0) refuseCommandLine('What is that?', HELP);
if (forAll === null && !process.stdin.isTTY) {
  refuseCommandLine('There is no terminal to ask on: say it with --reactions.', HELP);
}

await recover().catch(refuseToStart);

async function recover(): Promise<void> {
  const config = readConfig(process.env);
  takeDataFolder(config.dataDir);
  const app = await NestFactory.createApplicationContext(AppModule.with(config, await openAdapters(config)), {
    logger: ['error', 'warn'],
  });
  const recovery = app.get(Recovery);
  const { names } = app.get(Reactor);
  const head = await app.get(EventLog).head();
  say(`The log ends at event ${head}.`);
  const positions = new Map<string, number>();
  for (const name of names) {
    const place = forAll ?? (await ask(name, await recovery.standsAt(name), head));
    positions.set(name, place === 'here' ? head : Math.min(place, head));
  }
  await app.get(LeaseKeeper).acquire();
  await recovery.recover(app.get(LogOwner).place, positions);
  say('Building the views …');
  await app.get(KernelLifecycle).startViews();
  const projector = app.get(Projector);
  // Resolves when the builds under way have ended.
  await projector.rebuild([]);
  const failed = projector.health().filter(({ state }) => state === 'failed');
  for (const { name } of failed) say(`The view ${name} could not be built.`);
  if (failed.length > 0) process.exitCode = 1;
  else say(`Done: ${projector.health().length} views were built. Start the site with npm start.`);
  await app.close();
}

async function ask(reaction: string, stands: number | null, head: number): Promise<number | 'here'> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const where = stands === null ? 'has never run' : `has handled everything up to event ${stands}`;
  try {
    for (;;) {
      const question = `${reaction} ${where}. Go on from here, the end of the log (${head}), or from an event? [here/event N] `;
      const place = placeOf(await terminal.question(question));
      if (place !== null) return place;
    }
  } finally {
    terminal.close();
  }
}

function placeOf(words: string): number | 'here' | null {
  if (words.trim() === 'here') return 'here';
  const position = /^\s*event\s+(\d{1,15})\s*$/.exec(words)?.[1];
  return position === undefined ? null : Number(position);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
