import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { newAdmin, signedInAdmin } from '../support/admins.js';
import type { OwnPayment } from '../../src/projections/payments/shown-payments.js';
import { type RunningApp, TestClock, startApp } from '../support/app.js';
import { EMBEDDED } from '../support/backups.js';
import { ADMIN_PASSWORD, Desk } from '../support/desk.js';
import { DAY, askForDeletion, deleteDue, sayGoodbye } from '../support/erasure.js';
import { useFolder } from '../support/folder.js';
import { mailBoxOf } from '../support/mails.js';
import { buyBoost, heard, sandboxOf, startPurchase } from '../support/payments.js';
import { verified } from '../support/people.js';
import { jpegPhoto } from '../support/photos.js';
import { publishPost } from '../support/posts.js';
import { sweep } from '../support/scope.js';
import { settled } from '../support/settled.js';
import { Visitor } from '../support/visitor.js';

type Calls = Record<string, (...args: unknown[]) => Promise<unknown>>;

/** The calls that make something durable. */
const durable = ({ adapters }: RunningApp): [part: object, calls: string[]][] => [
  [adapters.storage.log, ['append']],
  [adapters.storage.kernel, ['put', 'putMany', 'add', 'remove', 'moveCheckpoint']],
  [adapters.storage.keys, ['create', 'destroy', 'bury', 'noteErasedUpTo']],
  [adapters.storage.sessions, ['removeAll']],
  [adapters.mailer, ['send', 'forget']],
  [adapters.outbox, ['put', 'remove']],
  [adapters.images, ['delete']],
  [adapters.erasures, ['add']],
];

/** The files that are written without a sync: a power cut takes what only their write-ahead log has. */
const UNSYNCED = ['views/**/*.db-wal', 'limits.db-wal', 'idempotency.db-wal'];

/**
 * Copies the data after each step from now on, as a power cut would leave it. Another process copies: see `textsIn`.
 * @returns a function that ends it, and returns the folders
 */
function copyEachStep(app: RunningApp, target: string): () => readonly string[] {
  const copies: string[] = [];
  let isOver = false;
  const copy = () => {
    if (isOver) return;
    const folder = path.join(target, `${copies.length + 1}`);
    execFileSync('cp', ['-a', app.dataDir, folder]);
    for (const pattern of UNSYNCED)
      for (const file of globSync(pattern, { cwd: folder })) rmSync(path.join(folder, file));
    copies.push(folder);
  };
  for (const [part, calls] of durable(app)) {
    for (const name of calls) {
      const call = (part as Calls)[name]!.bind(part);
      (part as Calls)[name] = async (...args) => {
        const result = await call(...args);
        copy();
        return result;
      };
    }
  }
  return () => {
    isOver = true;
    return copies;
  };
}

/** What people are left with: the types of the events of a data folder, and its mails. */
async function outcomeOf(app: RunningApp, after: number) {
  const { log } = app.adapters.storage;
  const events = await log.readAll(after, Number.MAX_SAFE_INTEGER);
  const mails = await mailBoxOf(app).list(Number.MAX_SAFE_INTEGER);
  return {
    events: events.map(({ type }) => type).toSorted(),
    mails: mails.map(({ to, subject }) => `${to}: ${subject}`).toSorted(),
  };
}

const before = useFolder({ per: 'file' });
const copies = useFolder();

describe('a power cut after each step', () => {
  /** Where people find the server that runs now. */
  const site = { url: '' };
  const moe = new Desk(site);
  const olga = new Desk(site);
  const fiona = new Desk(site);
  const buyer = new Visitor(site);
  const clock = new TestClock();
  let annId: string;
  let reported: string;
  let appealed: string;
  let checkout: string;
  let bought: OwnPayment;
  let head: number;
  let now: Date;

  beforeAll(async () => {
    const app = await startApp({ dataDir: before, storage: EMBEDDED, clock });
    site.url = app.url;
    for (const [name, role, desk] of [
      ['moe', 'moderator', moe],
      ['olga', 'owner', olga],
      ['fiona', 'finance', fiona],
    ] as const) {
      await newAdmin(app, name, role);
      await signedInAdmin(app, name, ADMIN_PASSWORD, desk);
    }
    const person = (name: string, browser?: Visitor) => verified(app, `${name}@example.org`, browser);
    annId = (await person('ann')).user.id;
    for (let posts = 0; posts < 3; posts += 1) await publishPost(app, annId, 7);
    const dora = await person('dora');
    reported = (await dora.browser.publishPhoto(await jpegPhoto(1))).body.id;
    for (const name of ['bob', 'cleo']) {
      const { browser } = await person(name);
      await browser.report(reported, { reason: 'Look.', category: 'spam' });
    }
    await moe.claim(reported);
    const eve = await person('eve');
    const { body } = await moe.hide(await publishPost(app, eve.user.id, 7));
    appealed = body.actId ?? '';
    await eve.browser.appeal(appealed, 'These are my own feet.');
    await person('buyer', buyer);
    bought = await buyBoost(app, buyer);
    checkout = await startPurchase(buyer, 'mega');
    const leaver = await person('leaver');
    await leaver.browser.publishPhoto(await jpegPhoto(2));
    await askForDeletion(leaver.browser);
    await settled(app);
    head = await app.adapters.storage.log.head();
    now = clock.now();
    await app.server.close();
  });

  const open = async (dataDir: string, at: Date) => {
    const app = await startApp({ dataDir, storage: EMBEDDED, clock: new TestClock(at) });
    site.url = app.url;
    return app;
  };

  const ACTS: [name: string, act: (app: RunningApp) => Promise<unknown>, laterMs?: number][] = [
    [
      'of a suspension with hidden posts',
      () => olga.post(`/api/rtm-sys/users/${annId}/suspend`, { reason: 'spam', hidePosts: true }),
    ],
    [
      'of the removal of a post that two people reported',
      () => moe.review(reported, { decision: 'remove', reason: 'spam' }),
    ],
    ['of a granted appeal', () => olga.decideAppeal(appealed, true)],
    [
      'of a payment',
      async (app) => {
        const isPaid = sandboxOf(app)['store'].find('checkout.session', checkout)?.payment_status === 'paid';
        if (!isPaid) sandboxOf(app).actOnCheckout(checkout, 'pay');
        await heard(app);
      },
    ],
    [
      'of a refund',
      async (app) => {
        const { id, price } = bought;
        await fiona.request('POST', `/api/rtm-sys/payments/${id}/refund`, {
          headers: { 'content-type': 'application/json', 'idempotency-key': id },
          body: JSON.stringify({ amount: price.amount, reason: 'A mistake of ours.' }),
        });
        await heard(app);
      },
    ],
    [
      'of an erasure',
      async (app) => {
        await deleteDue(app);
        await settled(app);
        await sayGoodbye(app);
      },
      7 * DAY,
    ],
  ];

  it.each(sweep(ACTS, ([name]) => name, ['of a suspension with hidden posts', 'of a payment']))(
    '%s loses nothing and repeats nothing',
    async (_, act, laterMs = 0) => {
      const at = new Date(now.getTime() + laterMs);
      const data = path.join(copies, 'data');
      execFileSync('cp', ['-a', before, data]);
      const app = await open(data, at);
      const steps = path.join(copies, 'steps');
      mkdirSync(steps);
      const end = copyEachStep(app, steps);
      await act(app);
      await settled(app);
      const folders = end();
      const whole = await outcomeOf(app, head);
      await app.server.close();
      expect(whole.events.length).toBeGreaterThan(0);
      for (const folder of folders) {
        const restarted = await open(folder, at);
        await settled(restarted);
        // As a person or a job does that had no answer.
        await act(restarted);
        await settled(restarted);
        const outcome = await outcomeOf(restarted, head);
        await restarted.server.close();
        expect({ step: path.basename(folder), ...outcome }).toEqual({
          step: path.basename(folder),
          ...whole,
        });
      }
    },
  );
});
