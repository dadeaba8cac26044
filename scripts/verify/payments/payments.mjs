// Kills a site that fulfils payments while the provider is slow, silent and failing, and compares its books with the provider's.
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { built } from '../outage/built.mjs';
import { startLogServer } from '../outage/servers.mjs';
import { Lives } from './lives.mjs';
import { Weather } from './weather.mjs';

const BUYERS = 40;
const DELIVERIES_AT_ONCE = 16;
/** The share of sessions that the provider shows as unpaid when they are first read, and of deliveries after a forged one. */
const STALE = 0.2;
const FORGED = 0.05;
/** How long the site lives between two kills, from and to, in milliseconds. */
const LIFE_MS = [1000, 8000];
/** After the last kill: the longest pause of a waiting event, and the work. */
const CATCHING_UP_MS = 30 * 60_000;

/** How many payments by default, by where the log is. */
const LOGS = { file: 10_000, 'stand-in': 2000 };

/**
 * Runs on each log and prints what was found.
 *
 * @param {string[]} args
 * @returns {Promise<number>} 1 when a promise does not hold
 */
export async function verifyPayments(args) {
  const { logs, payments, kills, seed } = optionsIn(args);
  let holds = true;
  for (const log of logs) {
    const problems = await runOn(log, { payments: payments ?? LOGS[log], kills, seed });
    for (const problem of problems) console.log(`  failed: ${problem}`);
    holds &&= problems.length === 0;
  }
  console.log(holds ? '\nok: every promise holds' : '\nfailed: see above');
  return holds ? 0 : 1;
}

function optionsIn(args) {
  const { values } = parseArgs({
    args,
    options: {
      log: { type: 'string', default: 'both' },
      payments: { type: 'string' },
      kills: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
    },
  });
  const whole = (name) => {
    const number = Number(values[name]);
    if (!Number.isSafeInteger(number) || number < 1)
      throw new Error(`--${name} must be a whole number of at least 1.`);
    return number;
  };
  const logs = values.log === 'both' ? Object.keys(LOGS) : [values.log];
  if (!logs.every((log) => log in LOGS)) throw new Error('--log must be file, stand-in or both.');
  return { logs, payments: values.payments && whole('payments'), kills: whole('kills'), seed: values.seed };
}

async function runOn(where, { payments, kills, seed }) {
  const { seededRandom } = await built('src/demo/random.js');
  const { RealTime, openStage, WEBHOOK_SECRET } = await built('test/support/payments/stripe-stage.js');
  const { StripeServer } = await built('test/support/payments/stripe-server.js');
  const random = seededRandom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'footnote-payments-'));
  // Also when it is interrupted.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const stage = await openStage(undefined, new RealTime());
  const stripe = await StripeServer.before(stage.sandbox.fetch);
  const standIn = where === 'file' ? null : await startLogServer(folder);
  const dataDir = join(folder, 'data');
  const lives = new Lives(dataDir, {
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_URL: stripe.url,
    STRIPE_READS_PER_SECOND: '100',
    ...(standIn && { EVENTSTORE_URL: standIn.url }),
  });
  const weather = new Weather(stripe, random);
  try {
    await lives.begin();
    await buy({ lives, stage, stripe, dataDir, payments, random });
    const events = stage.sandbox.undelivered();
    console.log(
      `log in a ${where}: ${payments} payments, ${events.length} events, each delivered twice, ${kills} kills, seed ${seed}`,
    );
    const stale = stripe.staleOnce.size;
    const forged = await live({ lives, stage, weather, random, kills, events });
    weather.clear();
    const seconds = await catchUp(lives);
    await lives.end();
    const log = await readLog(dataDir, standIn);
    console.log(
      `  ${stale - stripe.staleOnce.size} sessions were stale when first read, ${forged.sent} webhooks were forged`,
    );
    return await report({ log, stage, events, lives, weather, seconds, payments, stale, forged });
  } finally {
    weather.clear();
    await lives.end();
    await stripe.stop();
    await stage.close();
    await standIn?.stop();
  }
}

/** Starts checkouts and plays what happens to them at the provider. No webhook is delivered yet. */
async function buy({ lives, stage, stripe, dataDir, payments, random }) {
  const { joinBuyer, openCheckout } = await built('test/support/payments/buyers.js');
  const { play } = await built('test/support/payments/fates.js');
  const stale = [];
  const opened = new Set();
  const numbers = Array.from({ length: Math.min(BUYERS, payments) }, (_, number) => number);
  const buyers = await Promise.all(
    numbers.map((number) => joinBuyer(lives, dataDir, `buyer${number}@example.org`)),
  );
  await Promise.all(
    buyers.map(async (buyer, first) => {
      for (let index = first; index < payments; index += buyers.length) {
        const boost = random() < 0.5 ? 'regular' : 'mega';
        const what = random() < 0.2 ? 'donation' : boost;
        let sessionId = await openCheckout(buyer, what);
        // While the provider does not answer, the site gives out the page that it knows, which is paid.
        for (; opened.has(sessionId); await sleep(200)) sessionId = await openCheckout(buyer, what);
        opened.add(sessionId);
        play(stage.sandbox, sessionId, random);
        if (random() < STALE) stale.push(sessionId);
      }
    }),
  );
  // Not before: the site looks at an open page before it gives it out again.
  for (const sessionId of stale) stripe.staleOnce.add(sessionId);
}

/** Delivers all events twice and in any order, a share of them in each life. */
async function live({ lives, stage, weather, random, kills, events }) {
  const { deliver, isForgeryAccepted } = await built('test/support/payments/buyers.js');
  const forged = { sent: 0, accepted: 0 };
  const deliveries = events
    .flatMap((id) => [id, id])
    .map((id) => ({ id, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ id }) => id);
  const delivering = [];
  const share = Math.ceil(deliveries.length / kills);
  for (let kill = 0; kill < kills; kill += 1) {
    const left = deliveries.slice(kill * share, (kill + 1) * share).values();
    const deliverSome = async () => {
      for (const id of left) {
        if (random() < FORGED) {
          forged.sent += 1;
          if (await isForgeryAccepted(lives, stage.sandbox, id)) forged.accepted += 1;
        }
        await deliver(lives, stage.sandbox, id);
      }
    };
    delivering.push(...Array.from({ length: DELIVERIES_AT_ONCE }, deliverSome));
    const [least, most] = LIFE_MS;
    await sleep(least + random() * (most - least));
    const answered = weather.answeredSince(lives.begunAt);
    await lives.next(answered);
    if ((kill + 1) % 10 === 0) console.log(`  ${kill + 1} kills, ${lives.summary()}`);
  }
  await Promise.all(delivering);
  return forged;
}

/** Waits until every reaction has handled every event. Returns the seconds that it took. */
async function catchUp(lives) {
  const start = Date.now();
  for (;;) {
    const behind = await lives.behind();
    if (behind.length === 0) return Math.round((Date.now() - start) / 1000);
    if (Date.now() - start > CATCHING_UP_MS)
      throw new Error(`The reactions are behind: ${JSON.stringify(behind)}`);
    await sleep(200);
  }
}

async function readLog(dataDir, standIn) {
  const { EventStoreEventLog } = await built(
    'src/infrastructure/event-log/eventstore/eventstore-event-log.js',
  );
  const { SqliteEventLog } = await built('src/infrastructure/event-log/sqlite-event-log.js');
  const log = standIn ? new EventStoreEventLog(standIn.url) : new SqliteEventLog(join(dataDir, 'events.db'));
  try {
    return await log.readAll(0, Number.MAX_SAFE_INTEGER);
  } finally {
    await log.close();
  }
}

/** Prints the books. Returns what is wrong with them. */
async function report({ log, stage, events, lives, weather, seconds, payments, stale, forged }) {
  const { booksIn } = await built('test/support/payments/books.js');
  const books = booksIn(log);
  const { charged, refunded, disputed } = stage.sandbox.takings().usd;
  const provider = { charged, refunded, disputed };
  console.log(
    `  ${books.confirmed} payments confirmed, ${books.received} events received, ${weather.summary()}`,
  );
  console.log(`  ${lives.summary()}; caught up ${seconds} s after the last kill`);
  const problems = [];
  const expect = (holds, problem) => holds || problems.push(problem);
  expect(forged.sent > 0 && stale > 0, 'no session was stale, or no webhook was forged');
  expect(forged.accepted === 0, `${forged.accepted} forged webhooks were accepted`);
  expect(books.started >= payments, `only ${books.started} checkouts were started`);
  expect(books.received === events.length, `${books.received} of ${events.length} events are in the log`);
  expect(books.wrongGrants.length === 0, `not granted exactly once: ${books.wrongGrants.join(', ')}`);
  expect(books.parked.length === 0, `parked: ${JSON.stringify(books.parked)}`);
  expect(
    JSON.stringify(books.money) === JSON.stringify(provider),
    `the books say ${JSON.stringify(books.money)}, the provider ${JSON.stringify(provider)}`,
  );
  expect(lives.crashes.length === 0, `crashes: ${lives.crashes.join(', ')}`);
  expect(lives.idle.length === 0, `lives without progress: ${lives.idle.join(', ')}`);
  return problems;
}
