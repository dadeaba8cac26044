// Verifies what the gate has no time for: every case of the tests, and sites with real kills, outages and damage.
import { parseArgs } from 'node:util';
import { endAll, main } from './process.mjs';
import { seedFrom } from './test-run.mjs';
import { verifyBackup } from './verify/backup/backup.mjs';
import { verifyDamage } from './verify/damage/damage.mjs';
import { verifyHeaders } from './verify/headers.mjs';
import { verifyImage } from './verify/image/image.mjs';
import { verifyInstances } from './verify/instances/instances.mjs';
import { verifyOutage } from './verify/outage/outage.mjs';
import { verifyPayments } from './verify/payments/payments.mjs';
import { verifyPoison } from './verify/poison/poison.mjs';
import { verifyTests } from './verify/tests.mjs';
import { verifyUpgrade } from './verify/upgrade/upgrade.mjs';
import { committedHash, writeDown } from './verify/verified.mjs';

const ofTests = (families, words) => ({
  options: '[--seed N] [--files WORD] [--test NAME]',
  run: (args, name) => verifyTests(name, families, args, words),
});

/**
 * What each name does, the options it takes, and how it runs. `run` answers with counts, or with an exit code where the
 * whole is one scenario.
 */
const names = {
  sweeps: {
    ...ofTests(['sweeps']),
    about: `every case of the tests of which npm test takes a sample, with random histories of this seed, and rare states
           of rules and of the HTTP API. Takes 45 minutes`,
  },
  crash: {
    ...ofTests(['crash']),
    about: `kills, damage and shortages of real programs. Takes 13 minutes`,
  },
  deadlines: {
    ...ofTests(['deadlines'], ['the deadline of']),
    about: `every deadline of the product (backend/src/kernel/deadlines.ts), once in real time. Takes 2 minutes`,
  },
  browser: {
    ...ofTests(['browser']),
    about: `every screen, state and window in Chromium, and late journeys, with photos of this seed`,
  },
  'browser-races': {
    ...ofTests(['races-4', 'races-10']),
    about: `all journeys and screens, with a processor that is slowed down 4 and 10 times, and photos of this seed`,
  },
  pairings: {
    ...ofTests(['mongodb', 'api-stand-in', 'api-mongodb', 'api-stand-in-mongodb']),
    about: `the HTTP API with the log on the stand-in for EventStoreDB (or the server of EVENTSTORE_CMD), with the documents
           on MongoDB, and with both; and stories and outages of MongoDB. Needs Go, and Java 17 and Maven or the server of
           MONGODB_URL. Takes 30 minutes`,
  },
  backup: {
    options: '[--seed N] [--rounds 20] [--clients 32]',
    about: `backs up a site while people write, restores each backup, and compares it with everything that was acknowledged
           before. After each backup somebody is erased, and must be erased in the restored site. Takes 15 minutes`,
    run: verifyBackup,
  },
  damage: {
    options: '[--only "events.db cut"] [--jobs 2]',
    about: `cuts, flips, empties, deletes and replaces each file of a data folder, with the server stopped and running,
           and follows what the message says. Takes 20 minutes`,
    run: verifyDamage,
  },
  headers: {
    options: '',
    about: `starts the server in production mode and scores its pages with Mozilla's HTTP Observatory`,
    run: verifyHeaders,
  },
  image: {
    options: '',
    about: `builds the files of the image without Docker, and starts a site and every command of operators in them, as
           another user and read-only. Needs Linux with root or user namespaces, Java 17 and Maven. Takes 5 minutes`,
    run: verifyImage,
  },
  instances: {
    options:
      '[--full] [--seed N] [--writes 5000] [--faults 6] [--clients 64] [--roles worker,worker,web] [--spoil lost]',
    about: `two workers and a web behind a proxy that sends each request of a client to another process, while the active one is
           killed, frozen and cut off from MongoDB, and while a newer program replaces all of them, and this one again.
           Compares everything that was acknowledged with the log and with what each process shows, and prints what a like
           takes through a web and through one process. Needs Go, Java 17 and Maven. Takes 12 minutes; with --full, 20,000
           writes and 20 faults of each kind, 32 minutes`,
    run: verifyInstances,
  },
  outage: {
    options: '[--cluster] [--seed N] [--rounds 20] [--clients 16] [--writers 1,8] [--without-keys]',
    about: `kills, freezes and stalls the servers under Footnote while clients read and write, and compares everything
           that was acknowledged with the log and with the views. Needs Java 17 and Maven. Takes 10 minutes
           with --cluster: kills and freezes the leader of three nodes, and lets it resign, under each number of writers
           and under Footnote with clients, and prints the pauses beside those of the elections. Takes 20 minutes`,
    run: verifyOutage,
  },
  payments: {
    options: '[--seed N] [--log file|stand-in|both] [--payments 10000] [--kills 60]',
    about: `kills a site that fulfils payments of all kinds while their notices arrive twice and in any order, and the
           provider is slow, silent and failing in turn. Each must be granted once, and each life must make progress.
           10,000 payments on SQLite, then 2,000 on the stand-in for EventStoreDB. Takes 30 minutes`,
    run: verifyPayments,
  },
  poison: {
    options: '',
    about: `appends events of every type that do not fit, and looks whether the site, its views, a rebuild and a start
           work as before. Takes 10 minutes`,
    run: verifyPoison,
  },
  upgrade: {
    options: '--from COMMIT [--seed N]',
    about: `fills a data folder with the build of a commit, opens it with this one, and again with the earlier one, at a
           fixed time: no view may be built again, no reaction begin, no mail be sent, and every GET must be answered
           with the same bytes. Takes 5 minutes`,
    run: verifyUpgrade,
  },
};

const options = {
  '--seed':
    'repeats a run: it chooses histories, photos, the order of files, and the lengths of faults and lives',
  '--files': 'only the files whose path contains this',
  '--only': 'only the cases whose file, damage and mode contain these words',
  '--test': 'only the tests whose name contains this',
  '--jobs': 'the number of cases at the same time',
  '--kills': 'the number of kills of the site',
  '--log': 'where the log is',
  '--payments': 'the number of payments',
  '--rounds': 'the number of backups, or of kills and freezes of each server',
  '--clients': 'the number of people who read and write; with --cluster, 0 leaves Footnote out',
  '--cluster': 'the log is on three nodes, and only its leader is taken away',
  '--writers': 'how many append to the cluster at once, one part of the run each; empty for none',
  '--full': 'more writes and faults',
  '--writes': 'the number of writes',
  '--faults': 'the number of faults of each kind',
  '--roles': 'the roles of the processes',
  '--spoil': 'what the proxy does wrong, lost, doubled or stale: the run must fail',
  '--without-keys': 'clients send no Idempotency-Key, and do not repeat writes whose outcome is unknown',
  '--from': 'the commit of the earlier build',
  '--help': 'shows this, and for a name its own options',
};

/** The usage of these names, with the options that they take. */
function usageOf(chosen) {
  const calls = chosen.map((name) => `npm run verify -- ${name} ${names[name].options}`.trimEnd());
  const abouts = chosen.map(
    (name) => `  ${name.padEnd(15)}${names[name].about.replaceAll(/\n +/g, `\n${' '.repeat(17)}`)}`,
  );
  const explained = Object.entries(options)
    .filter(
      ([option]) =>
        option === '--help' ||
        calls.some((call) => call.includes(`[${option} `) || call.includes(`[${option}]`)),
    )
    .map(([option, what]) => `  ${option.padEnd(16)}${what}`);
  return `Usage: ${calls.join('\n       ')}

${abouts.join('\n')}

${explained.join('\n')}

Ends with a summary, and with exit code 1 if something does not hold. A green run with no option except --seed is written to
docs/verified.json if nothing else is uncommitted; .ci/run lists the names without a green run of the present contents.`;
}

await main(usageOf(Object.keys(names)), async ([name, ...args]) => {
  if (!Object.hasOwn(names, name ?? '')) throw new Error(usageOf(Object.keys(names)));
  const verify = names[name];
  const { values, positionals } = parseArgs({
    args,
    options: { seed: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    strict: false,
  });
  if (values.help) return console.log(usageOf([name]));
  if (args.length > 0 && verify.options === '') throw new Error(usageOf([name]));
  const isSeeded = verify.options.includes('--seed');
  const seed = isSeeded ? seedFrom(values.seed) : null;
  if (isSeeded) console.log(`${name}, seed ${seed}`);
  if (isSeeded && values.seed === undefined) args.push('--seed', `${seed}`);
  const isWhole = positionals.length === 0 && Object.keys(values).every((option) => option === 'seed');
  const hash = isWhole ? await committedHash(name) : null;
  const started = performance.now();
  const result = await verify.run(args, name);
  const { passed, failed } = typeof result === 'number' ? { passed: 1 - result, failed: result } : result;
  const seconds = Math.round((performance.now() - started) / 1000);
  const ofSeed = isSeeded ? `, seed ${seed}` : '';
  console.log(`\n${name}: ${passed} passed, ${failed} failed in ${seconds} s${ofSeed}`);
  // Also ends servers in this process.
  if (failed > 0) endAll(1);
  else if (hash && hash === (await committedHash(name))) writeDown(name, { hash, seed, passed, seconds });
  else if (isWhole) console.log('Not written to docs/verified.json: there are uncommitted changes.');
  return failed > 0 ? 1 : 0;
});
