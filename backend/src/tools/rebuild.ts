import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import { openAdapters } from '../adapters.js';
import { AppModule } from '../app.module.js';
import { readConfig } from '../config.js';
import { Projector } from '../infrastructure/engine/projector.js';
import { lockDataFolder } from '../infrastructure/sqlite/data-lock.js';
import { projections } from '../projections/projections.js';
import { refuseToStart } from '../refuse-to-start.js';

const NAMES = projections.map(({ name }) => name);

const HELP = `Builds read models anew from the log, beside the present ones, and switches to them. Stop the server first.

  npm run rebuild -- <view> [<view> …]
  npm run rebuild -- --all

Views: ${NAMES.join(', ')}
DATA_DIR names the data folder (./data).
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
const wanted = values.all ? NAMES : positionals;
const unknown = wanted.filter((name) => !NAMES.includes(name));

if (values.help) process.stdout.write(HELP);
else if (wanted.length === 0 || unknown.length > 0) {
  process.stderr.write(
    unknown.length > 0 ? `There is no view named ${unknown.join(', ')}.\n\n${HELP}` : HELP,
  );
  process.exitCode = 2;
} else await rebuild().catch(refuseToStart);

async function rebuild(): Promise<void> {
  const config = readConfig(process.env);
  lockDataFolder(config.dataDir);
  const app = await NestFactory.createApplicationContext(AppModule.with(config, await openAdapters(config)), {
    logger: ['error', 'warn'],
  });
  const projector = app.get(Projector);
  await projector.start();
  await projector.rebuild(wanted);
  for (const view of projector.health().filter(({ name }) => wanted.includes(name))) {
    process.stdout.write(
      `${view.name}: ${view.generation}, up to event ${view.position}, ${view.parked} parked\n`,
    );
  }
  await app.close();
}
