import { NestFactory } from '@nestjs/core';
import { openAdapters } from '../adapters.js';
import { AppModule } from '../app.module.js';
import { readConfig } from '../config.js';
import { takeDataFolder } from '../data-folder.js';
import { Projector } from '../infrastructure/engine/projector.js';
import { Reactor } from '../infrastructure/engine/reactor.js';
import { refuseToStart } from '../refuse-to-start.js';
import { readCommandLine, refuseCommandLine } from '../tools/command-line.js';
import { Community } from './community.js';
import { planCommunity } from './plan.js';
import { StageClock, StageIds } from './stage.js';

const HELP = `Fills the data folder with a lively community: people and posts over the last six weeks, with pictures that are drawn for it.
The same seed adds nothing a second time. Stop the server first.

  npm run demo -- [--seed 1] [--people 60] [--posts 200]

DATA_DIR names the data folder (./data).
`;

const { values } = readCommandLine(HELP, {
  seed: { type: 'string', default: '1' },
  people: { type: 'string', default: '60' },
  posts: { type: 'string', default: '200' },
});

await fill().catch(refuseToStart);

async function fill(): Promise<void> {
  const seed = whole('seed', values.seed, 0);
  const plan = planCommunity(
    seed,
    whole('people', values.people, 1),
    whole('posts', values.posts, 0),
    new Date(),
  );
  const config = readConfig(process.env);
  takeDataFolder(config.dataDir);
  const clock = new StageClock();
  const ids = new StageIds();
  const app = await NestFactory.createApplicationContext(
    AppModule.with(config, await openAdapters(config, { clock, ids })),
    { logger: ['error', 'warn'] },
  );
  await app.get(Projector).start();
  const community = new Community(app, clock, ids, seed);
  for (const [index, scene] of plan.entries()) {
    await community.play(scene);
    progress(index + 1, plan.length);
  }
  // What happened in the demo is past: nobody is to get mail about it.
  await app.get(Reactor).skip();
  await app.close();
  process.stdout.write(`Done. Start the site with npm start.\n`);
}

function whole(name: string, text: string, least: number): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < least) {
    refuseCommandLine(`--${name} takes a whole number from ${least} up, not ${text}`, HELP);
  }
  return number;
}

/** One line that counts up on a terminal; a line every tenth elsewhere. */
function progress(done: number, total: number): void {
  const line = `${done} of ${total} scenes`;
  if (process.stdout.isTTY) process.stdout.write(`\r${line}${done === total ? '\n' : ''}`);
  else if (done === total || done % Math.ceil(total / 10) === 0) process.stdout.write(`${line}\n`);
}
