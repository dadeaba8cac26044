import '../needs-node.js';
import { NestFactory } from '@nestjs/core';
import { openAdapters } from '../adapters.js';
import { AppModule } from '../app.module.js';
import { readConfig } from '../config.js';
import { takeDataFolder } from '../data-folder.js';
import { EngineLifecycle } from '../kernel/lifecycle.js';
import { Projector } from '../kernel/views/projector.js';
import { projections } from '../projections/projections.js';
import { readCommandLine, refuseCommandLine } from './command-line.js';
import { refuseToStart } from '../refuse-to-start.js';

const NAMES = projections.map(({ name }) => name);

const HELP = `Builds read models anew from the log, beside the present ones, and switches to them. Stop the server first.

  npm run rebuild -- <view> [<view> …]
  npm run rebuild -- --all

Views: ${NAMES.join(', ')}
DATA_DIR names the data folder (./data).
`;

const { values, positionals } = readCommandLine(HELP, { all: { type: 'boolean' } });
const wanted = values.all ? NAMES : positionals;
const unknown = wanted.filter((name) => !NAMES.includes(name));
if (unknown.length > 0) refuseCommandLine(`There is no view named ${unknown.join(', ')}.`, HELP);
if (wanted.length === 0) refuseCommandLine('Which views?', HELP);

await rebuild().catch(refuseToStart);

async function rebuild(): Promise<void> {
  const config = readConfig(process.env);
  takeDataFolder(config.dataDir);
  const app = await NestFactory.createApplicationContext(AppModule.with(config, await openAdapters(config)), {
    logger: ['error', 'warn'],
  });
  const projector = app.get(Projector);
  await app.get(EngineLifecycle).startViews();
  await projector.rebuild(wanted);
  for (const view of projector.health().filter(({ name }) => wanted.includes(name))) {
    process.stdout.write(
      `${view.name}: ${view.generation}, up to event ${view.position}, ${view.parked} parked\n`,
    );
  }
  await app.close();
}
