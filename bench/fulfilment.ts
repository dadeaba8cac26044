import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '@footnote/backend/test/support/browser.js';
import { deliver, joinBuyer, openCheckout } from '@footnote/backend/test/support/payments/buyers.js';
import { StripeServer } from '@footnote/backend/test/support/payments/stripe-server.js';
import {
  RealTime,
  type StripeStage,
  WEBHOOK_SECRET,
  openStage,
} from '@footnote/backend/test/support/payments/stripe-stage.js';
import Database from 'better-sqlite3';
import { type Bench, inScratchFolder, perSecond, quantile } from './scratch.js';
import { type ServerProcess, startFootnote } from './server-process.js';

const LATENCIES_MS = [5, 50, 250] as const;
const BUYERS = 16;
/** Paid at once, to measure grants a second. */
const PAID = 300;
/** Paid by a few people at a time while checkouts expire and objects hang. */
const WATCHED = 200;
const WATCHED_AT_ONCE = 4;
const ABANDONED = 1000;
const SILENT = 10;
/** How many webhooks the provider delivers at once. */
const DELIVERIES = 32;
const LOOK_EVERY_MS = 20;

type Print = (line: string) => void;

interface Checkout {
  readonly buyer: Browser;
  readonly sessionId: string;
}

interface Shop {
  readonly dataDir: string;
  readonly site: ServerProcess;
  readonly stage: StripeStage;
  readonly stripe: StripeServer;
}

/**
 * Measures what a payment waits for at a provider that takes 5, 50 and 250 ms for an answer: grants a second after many
 * payments at once; and the time from a buyer's webhook until the buyer's page shows the boost, while 1,000 abandoned
 * checkouts expire and the provider does not answer about 10 others.
 */
export const benchFulfilment: Bench = async (print) => {
  const figures: Record<string, unknown> = {};
  for (const latencyMs of LATENCIES_MS) figures[`${latencyMs} ms`] = await measure(latencyMs, print);
  return figures;
};

function measure(latencyMs: number, print: Print) {
  return inScratchFolder(async (folder) => {
    const dataDir = path.join(folder, 'data');
    const stage = await openStage(undefined, new RealTime());
    const stripe = await StripeServer.before(stage.sandbox.fetch);
    const site = await startFootnote(dataDir, {
      STRIPE_SECRET_KEY: 'sk_test_sandbox',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: stripe.url,
      STRIPE_READS_PER_SECOND: '100',
    });
    try {
      const shop = { dataDir, site, stage, stripe };
      const buyers: Browser[] = [];
      for (let index = 0; index < BUYERS; index += 1) {
        buyers.push(await joinBuyer(site, dataDir, `buyer${index}@example.org`));
      }
      const paid = await openMany(buyers, PAID);
      const watched = await openMany(buyers, WATCHED);
      const abandoned = await openMany(buyers, ABANDONED);
      const silent = await openMany(buyers, SILENT);
      stripe.latencyMs = latencyMs;
      const { grants, reads, cpuMs } = await measureGrants(shop, paid);
      print(
        `provider at ${latencyMs} ms: ${grants.toFixed(1)} grants a second, each with ${reads.toFixed(2)} reads and ${cpuMs.toFixed(1)} ms of CPU`,
      );
      const { p50, p99 } = await measureBuyers(shop, watched, abandoned, silent);
      const meanwhile = `while ${ABANDONED} checkouts expire and ${SILENT} objects hang`;
      print(`  buyer to granted, ${meanwhile}: p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms`);
      return {
        grantsPerSecond: grants,
        readsPerGrant: reads,
        cpuMsPerGrant: cpuMs,
        grantedAfterMs: { p50, p99 },
      };
    } finally {
      await site.stop();
      await stripe.stop();
      await stage.close();
    }
  });
}

/** Open checkouts, the same number for each buyer. */
async function openMany(buyers: readonly Browser[], count: number): Promise<Checkout[]> {
  const opened = await Promise.all(
    buyers.map(async (buyer, first) => {
      const own: Checkout[] = [];
      for (let index = first; index < count; index += buyers.length) {
        own.push({ buyer, sessionId: await openCheckout(buyer) });
      }
      return own;
    }),
  );
  return opened.flat();
}

/** Grants a second, from the first webhook to the last boost, how many reads the provider got for each, and the server's CPU. */
async function measureGrants(shop: Shop, checkouts: readonly Checkout[]) {
  const { dataDir, site, stage, stripe } = shop;
  const events = checkouts.flatMap((checkout) => pay(stage, checkout));
  stripe.willFail();
  const cpuBefore = await site.cpuMs();
  const start = performance.now();
  await Promise.all([deliverAll(site, stage, events), boosts(dataDir, checkouts.length)]);
  const milliseconds = performance.now() - start;
  const cpuMs = ((await site.cpuMs()) - cpuBefore) / checkouts.length;
  const reads = stripe.requests.filter((request) => request.startsWith('GET')).length;
  return { grants: perSecond(checkouts.length, milliseconds), reads: reads / checkouts.length, cpuMs };
}

async function measureBuyers(
  shop: Shop,
  watched: readonly Checkout[],
  abandoned: readonly Checkout[],
  silent: readonly Checkout[],
) {
  const { site, stage, stripe } = shop;
  for (const { sessionId } of silent) stripe.silentAbout.add(sessionId);
  const hung = silent.flatMap((checkout) => pay(stage, checkout));
  const expired = abandoned.flatMap(({ sessionId }) =>
    newEvents(stage, () => stage.sandbox.actOnCheckout(sessionId, 'expire')),
  );
  await deliverAll(site, stage, hung);
  const storm = deliverAll(site, stage, expired);
  const waits: number[] = [];
  await besideEachOther(WATCHED_AT_ONCE, watched, async (checkout) => {
    const events = pay(stage, checkout);
    const start = performance.now();
    await Promise.all(events.map((id) => deliver(site, stage.sandbox, id)));
    await granted(checkout);
    waits.push(performance.now() - start);
  });
  await storm;
  return { p50: quantile(waits, 0.5), p99: quantile(waits, 0.99) };
}

/** Pays, and returns the provider's events of it. */
function pay(stage: StripeStage, { sessionId }: Checkout): readonly string[] {
  return newEvents(stage, () => stage.sandbox.actOnCheckout(sessionId, 'pay'));
}

function newEvents({ sandbox }: StripeStage, act: () => void): readonly string[] {
  const before = sandbox.undelivered().length;
  act();
  return sandbox.undelivered().slice(before);
}

function deliverAll(site: ServerProcess, stage: StripeStage, events: readonly string[]): Promise<void> {
  return besideEachOther(DELIVERIES, events, (id) => deliver(site, stage.sandbox, id));
}

/** Works on all items, in order, so many at a time. */
async function besideEachOther<Item>(
  count: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: count }, worker));
}

/** Waits until so many boosts are in the log. Asking the server for each of them would keep it busy. */
async function boosts(dataDir: string, count: number): Promise<void> {
  const log = new Database(path.join(dataDir, 'events.db'), { readonly: true });
  const found = log.prepare(`SELECT count(*) FROM events WHERE type = 'BoostPurchased'`).pluck();
  while ((found.get() as number) < count) await sleep(LOOK_EVERY_MS);
  log.close();
}

/** Waits until the buyer's page shows the boost. */
async function granted({ buyer, sessionId }: Checkout): Promise<void> {
  for (;;) {
    const { body } = await buyer.get<{ boost?: object | null }>(`/api/checkouts/${sessionId}`);
    if (body.boost) return;
    await sleep(LOOK_EVERY_MS);
  }
}
