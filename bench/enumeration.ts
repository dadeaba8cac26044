import { seededRandom } from '@footnote/backend/demo/random.js';
import { tokenMailedTo } from '@footnote/backend/test/crash/server-process.js';
import { Browser } from '@footnote/backend/test/support/browser.js';
import { startFootnote } from './server-process.js';
import { type Bench, inScratchFolder, median } from './scratch.js';

const PEOPLE = 40;
/** Calls for each kind of address. With so many, chance alone moves the AUC by 0.04 in one of twenty runs. */
const TRIES = Number(process.env['TRIES'] ?? '400');
const WARM_UP = 20;
const PASSWORD = 'a quiet walk at dusk';

/** Addresses of equal length: of verified accounts, of unverified accounts, and without an account. */
const address = (kind: 'proved' | 'waited' | 'nobody', number: number) =>
  `${kind}-${String(number).padStart(4, '0')}@example.org`;

interface Call {
  readonly path: string;
  readonly body: object;
  readonly existing: 'proved' | 'waited';
}

const CALLS: readonly Call[] = [
  { path: '/api/auth/login', body: { password: 'not the one at all' }, existing: 'proved' },
  { path: '/api/auth/forgot-password', body: {}, existing: 'proved' },
  { path: '/api/auth/resend-verification', body: {}, existing: 'waited' },
];

/**
 * Measures whether response times reveal that an address has an account. It calls a real server in random order, one call
 * at a time, with addresses that have an account and others. It prints the AUC: the probability that the longer of two
 * times belongs to one kind of address. 0.5 reveals nothing, 1 reveals everything.
 */
export const benchEnumeration: Bench = (print) =>
  inScratchFolder(async (dataDir) => {
    const server = await startFootnote(dataDir);
    try {
      const browser = new Browser(server);
      for (let number = 0; number < PEOPLE; number += 1) await settle(server.url, dataDir, number);
      const figures: Record<string, unknown> = {};
      for (const call of CALLS) {
        const times = await measure(browser, call);
        const auc = folded(times.existing, times.unknown);
        print(`${call.path}: AUC ${auc.toFixed(3)} over ${TRIES} tries of each kind`);
        print(
          `  median ${milliseconds(times.existing)} with an account, ${milliseconds(times.unknown)} without`,
        );
        figures[call.path] = {
          auc,
          existingMs: median(times.existing),
          unknownMs: median(times.unknown),
          tries: TRIES,
        };
      }
      return figures;
    } finally {
      await server.stop();
    }
  });

async function measure(browser: Browser, { path, body, existing }: Call) {
  const random = seededRandom(path);
  const times = { existing: [] as number[], unknown: [] as number[] };
  let [asked, unknown] = [0, 0];
  while (times.existing.length < TRIES || times.unknown.length < TRIES) {
    const isExisting = random() < 0.5;
    const email = isExisting
      ? address(existing, Math.floor(random() * PEOPLE))
      : address('nobody', unknown++);
    const begun = performance.now();
    await browser.post(path, { email, ...body });
    const elapsed = performance.now() - begun;
    const kind = isExisting ? times.existing : times.unknown;
    asked += 1;
    if (asked > WARM_UP && kind.length < TRIES) kind.push(elapsed);
  }
  return times;
}

/** One person with a verified address, and one without. */
async function settle(url: string, dataDir: string, number: number): Promise<void> {
  const proved = { email: address('proved', number), password: PASSWORD };
  const browser = new Browser({ url });
  await browser.post('/api/auth/register', proved);
  const token = await tokenMailedTo(dataDir, proved.email);
  const { status } = await browser.post('/api/auth/verify-email', { token });
  if (status !== 200) throw new Error(`the verification answered ${status}`);
  await new Browser({ url }).post('/api/auth/register', {
    email: address('waited', number),
    password: PASSWORD,
  });
}

/** The probability p that a time of `some` is longer than one of `others`, or 1 - p if p is below 0.5. */
function folded(some: readonly number[], others: readonly number[]): number {
  const wins = some.reduce(
    (sum, one) =>
      sum + others.reduce((inner, other) => inner + (one > other ? 1 : one === other ? 0.5 : 0), 0),
    0,
  );
  const auc = wins / (some.length * others.length);
  return Math.max(auc, 1 - auc);
}

function milliseconds(times: readonly number[]): string {
  return `${median(times).toFixed(2)} ms`;
}
