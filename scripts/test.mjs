// Runs the tests of every family, one after the other, and closes with one line that counts them all.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { familyNames, runFamily, serverFamilyNames } from './families.mjs';
import { main } from './process.mjs';

const usage = `
Usage: npm test [-- FAMILY... [ARGUMENT...]]
       npm run test:servers [-- FAMILY... [ARGUMENT...]]

Runs the tests and closes with a line like "812 passed, 0 failed". npm test needs nothing but Node and npm:

  backend   the rules, views, stores and the HTTP interface, with Jest
  frontend  the browser's pure helpers, with Node's test runner
  e2e       the whole site in Chromium, with Playwright

npm run test:servers needs the server of MONGODB_URL, or Java 17 and Maven, which bring one that speaks its protocol:

  servers               the contracts and outages of the adapters for MongoDB; with EVENTSTORE_URL, that server's too
  api-stand-in          the HTTP interface once more, with the log on the stand-in for EventStoreDB; needs no server
  api-mongodb           the same with the documents on MongoDB
  api-stand-in-mongodb  the same with the log on the stand-in

  ARGUMENT    goes to the runner, when one family is named: npm test -- backend -t 'rates once'
  --help      shows this

Exit code 1 when a test failed, or when a family ran none.
`;

/** Splits the command line into families and the runner's arguments. */
function read([first, ...others]) {
  const needsServers = first === '--servers';
  const usual = needsServers ? serverFamilyNames : familyNames;
  const args = needsServers || first === undefined ? others : [first, ...others];
  const end = args.findIndex((arg) => ![...familyNames, ...serverFamilyNames].includes(arg));
  const chosen = end === -1 ? args : args.slice(0, end);
  const rest = end === -1 ? [] : args.slice(end);
  if (rest.length > 0 && chosen.length !== 1) throw new Error(usage.trim());
  return { chosen: chosen.length > 0 ? chosen : usual, rest };
}

await main(usage, async (args) => {
  const { chosen, rest } = read(args);
  const reports = mkdtempSync(join(tmpdir(), 'footnote-tests-'));
  const total = { passed: 0, failed: 0, skipped: 0 };
  let isEmpty = false;
  try {
    for (const name of chosen) {
      console.log(`\n── ${name} tests`);
      const counts = await runFamily(name, reports, rest);
      if (counts.passed + counts.failed === 0) {
        console.error(`${name}: no test ran.`);
        isEmpty = true;
      }
      for (const key of Object.keys(total)) total[key] += counts[key];
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  return total.failed > 0 || isEmpty ? 1 : 0;
});
