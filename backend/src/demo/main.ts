import '../process/needs-node.js';
import { availableParallelism } from 'node:os';
import { NestFactory } from '@nestjs/core';
import pLimit from 'p-limit';
import { type Adapters, openAdapters } from '../composition/adapters.js';
import { AppModule } from '../app.module.js';
import { readConfig } from '../config.js';
import { isOutage } from '../infrastructure/circuit-breaker/outage.js';
import { takeDataFolder } from '../composition/data-folder.js';
import { KernelLifecycle } from '../kernel/lifecycle.js';
import { Reactor } from '../kernel/reactions/reactor.js';
import { Projector } from '../kernel/views/projector.js';
import { refuseToStart } from '../process/refuse-to-start.js';
import { readCommandLine, refuseCommandLine } from '../tools/command-line.js';
import { batchesOf } from './batches.js';
import { closingsOf } from './closings.js';
import { Community, drawingsOf } from './community.js';
import { firstAdmin } from './first-admin.js';
import { PictureCache } from './picture-cache.js';
import { DAY_MS, planCommunity } from './plan.js';
import type { Scene } from './scenes.js';
import { StageClock, StageIds, onStage } from './stage.js';
import { RetryingLog } from './retrying-log.js';
import { viewsBuilt } from './views-built.js';
import { GaveUpError, Waiting } from './waiting.js';

const HELP = `Fills the data folder with a demo community: people, posts, ratings, comments, reports, boosts and donations of the last six
weeks, with drawn pictures, and an owner of the back office, whose password it prints once. Running it again with the same seed adds
nothing, and completes a run that was interrupted. It waits up to ten minutes for a server that is away. Stop the site
first.

  npm run demo -- [--seed 1] [--people 60] [--posts 200]

DATA_DIR names the data folder (./data).
`;

const { values } = readCommandLine(HELP, {
  seed: { type: 'string', default: '1' },
  people: { type: 'string', default: '60' },
  posts: { type: 'string', default: '200' },
});

await fill().catch((error: unknown) => {
  if (!(error instanceof GaveUpError)) refuseToStart(error);
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

async function fill(): Promise<void> {
  const seed = whole('seed', values.seed, 0);
  const now = new Date();
  const plan = planCommunity(seed, whole('people', values.people, 1), whole('posts', values.posts, 0), now);
  const config = readConfig(process.env);
  takeDataFolder(config);
  const ids = new StageIds();
  const opened = await openAdapters(config, { clock: new StageClock(), ids });
  const log = new RetryingLog(opened.storage.log, {
    server: config.eventstoreUrl ? 'EventStoreDB' : 'the event log',
    tell,
  });
  const cache = new PictureCache();
  const { normaliser, judge } = opened;
  const adapters: Adapters = {
    ...opened,
    storage: { ...opened.storage, log },
    normaliser: {
      normalise: (bytes, crop) =>
        cache.result(`photo ${JSON.stringify(crop)}`, bytes, () => normaliser.normalise(bytes, crop)),
    },
    ...(judge.kind === 'demo' && {
      judge: {
        kind: judge.kind,
        judge: (photo) => cache.result('judgement', photo.webp, () => judge.judge(photo)),
      },
    }),
  };
  const drawings = drawingsOf(seed);
  const draw = (photo: number) => cache.result('drawing', `${seed}/${photo}`, () => drawings(photo));
  await drawAhead(plan, draw, adapters);
  const documents = new Waiting({
    server: config.mongodbUrl ? 'MongoDB' : 'the data folder',
    isAway: isOutage,
    tell,
  });
  const app = await onStage(`${seed}/opening`, now, async () => {
    const context = await NestFactory.createApplicationContext(AppModule.with(config, adapters), {
      logger: ['error', 'warn'],
    });
    await context.get(KernelLifecycle).startViews();
    const projector = context.get(Projector);
    await viewsBuilt(() => projector.health(), tell).catch((error: Error) => {
      process.stderr.write(`${error.message}\n`);
      process.exit(1);
    });
    return context;
  });
  const community = new Community(app, ids, seed, draw);
  const closings = closingsOf(plan, now, config.weekTimeZone);
  const closeUntil = async (time: Date) => {
    for (; closings[0] && closings[0] <= time; closings.shift()) {
      const [end] = closings;
      await documents.through(() => community.closeWeeks(end));
    }
  };
  let played = 0;
  let isContinuing = true;
  let day = '';
  for (const batch of batchesOf(plan, [...closings])) {
    const { at } = batch[0];
    await closeUntil(at);
    // An earlier run has told what it played.
    if (!isContinuing && day !== dayOf(at)) await documents.through(() => community.markNotified(at));
    day = dayOf(at);
    await Promise.all(batch.map((scene) => documents.through(() => community.play(scene))));
    if (isContinuing && log.appends > 0 && played > 0) {
      tell(`Continuing an earlier run, which has played ${played} of ${plan.length} scenes`);
    }
    isContinuing &&= log.appends === 0;
    played += batch.length;
    progress(played, batch.length, plan.length);
  }
  await closeUntil(now);
  const login =
    config.environment === 'production'
      ? null
      : await documents.through(() => onStage(`${seed}/admin`, now, () => firstAdmin(app)));
  // The demo must not send mail.
  await documents.through(() => community.markNotified(now));
  await documents.through(() => community.readInboxes(new Date(now.getTime() - DAY_MS), now));
  await onStage(`${seed}/closing`, now, async () => {
    await documents.through(() => app.get(Reactor).skip());
    await app.close();
  });
  if (login) tell(login);
  tell('Done. Start the site with npm start.');
}

/** In UTC. */
function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** Fills the cache on all cores; the scenes publish one photo after another. */
async function drawAhead(
  plan: readonly Scene[],
  draw: (photo: number) => Promise<Buffer>,
  { normaliser, judge }: Adapters,
): Promise<void> {
  await pLimit(availableParallelism()).map(
    plan.filter((scene) => scene.kind === 'publish'),
    async ({ photo }) => {
      const { renditions, width, height } = await normaliser.normalise(await draw(photo), null);
      if (judge.kind === 'demo') await judge.judge({ webp: renditions[1280], width, height });
    },
  );
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

function whole(name: string, text: string, least: number): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < least) {
    refuseCommandLine(`--${name} must be a whole number of at least ${least}, not ${text}`, HELP);
  }
  return number;
}

/** Reports progress: one updated line on a terminal, else a line per 10 %. `more` scenes were played since the last call. */
function progress(done: number, more: number, total: number): void {
  const line = `${done} of ${total} scenes`;
  const tenth = (count: number) => Math.floor((count * 10) / total);
  if (process.stdout.isTTY) process.stdout.write(`\r${line}${done === total ? '\n' : ''}`);
  else if (tenth(done) > tenth(done - more)) process.stdout.write(`${line}\n`);
}
