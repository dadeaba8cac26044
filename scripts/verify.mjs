// Measures what tests cannot promise, with tools of others and with real processes.
import { main } from './process.mjs';
import { verifyBackup } from './verify/backup/backup.mjs';
import { verifyDamage } from './verify/damage/damage.mjs';
import { verifyHeaders } from './verify/headers.mjs';
import { verifyImage } from './verify/image/image.mjs';
import { verifyOutage } from './verify/outage/outage.mjs';
import { verifyPayments } from './verify/payments/payments.mjs';
import { verifyPoison } from './verify/poison/poison.mjs';

const usage = `
Usage: npm run verify -- backup [--rounds 20] [--clients 32] [--seed 1]
       npm run verify -- headers
       npm run verify -- image
       npm run verify -- damage [--only "events.db cut"] [--jobs 2]
       npm run verify -- outage [--rounds 20] [--clients 16] [--seed 1] [--without-keys]
       npm run verify -- outage --cluster [--rounds 20] [--writers 1,8] [--clients 16] [--seed 1] [--without-keys]
       npm run verify -- payments [--log file|stand-in|both] [--payments 10000] [--kills 60] [--seed 1]
       npm run verify -- poison

  backup   backs up a site while people write, restores each backup, and compares it with everything that was acknowledged
           before. After each backup somebody is erased, and must be erased in the restored site. Takes 15 minutes
  headers  starts the server in production mode and scores its pages with Mozilla's HTTP Observatory
  image    builds the files of the image without Docker, and starts a site and every command of operators in them, as
           another user and read-only. Needs Linux with root or user namespaces, Java 17 and Maven. Takes 5 minutes
  damage   cuts, flips, empties, deletes and replaces each file of a data folder, with the server stopped and running,
           and follows what the message says. Takes 20 minutes
  outage   kills, freezes and stalls the servers under Footnote while clients read and write, and compares everything
           that was acknowledged with the log and with the views. Needs Java 17 and Maven. Takes 10 minutes
           with --cluster: kills and freezes the leader of three nodes, and lets it resign, under each number of writers
           and under Footnote with clients, and prints the pauses beside those of the elections. Takes 20 minutes
  payments kills a site that fulfils payments of all kinds while their notices arrive twice and in any order, and the
           provider is slow, silent and failing in turn. Each must be granted once, and each life must make progress.
           10,000 payments on SQLite, then 2,000 on the stand-in for EventStoreDB. Takes 30 minutes
  poison   appends events of every type that do not fit, and looks whether the site, its views, a rebuild and a start
           work as before. Takes 10 minutes

  --only          the cases whose file, damage and mode contain these words
  --jobs          the number of cases at the same time
  --kills         the number of kills of the site
  --log           where the log is
  --payments      the number of payments
  --rounds        the number of backups, or of kills and freezes of each server
  --clients       the number of people who read and write; with --cluster, 0 leaves Footnote out
  --cluster       the log is on three nodes, and only its leader is taken away
  --writers       how many append to the cluster at once, one part of the run each; empty for none
  --seed          chooses the lengths of the faults and lives, and what people do
  --without-keys  clients send no Idempotency-Key, and do not repeat writes whose outcome is unknown
  --help          shows this
`;

await main(usage, async ([what, ...args]) => {
  if (what === 'backup') return verifyBackup(args);
  if (what === 'headers' && args.length === 0) return verifyHeaders();
  if (what === 'image' && args.length === 0) return verifyImage();
  if (what === 'damage') return verifyDamage(args);
  if (what === 'outage') return verifyOutage(args);
  if (what === 'payments') return verifyPayments(args);
  if (what === 'poison' && args.length === 0) return verifyPoison();
  throw new Error(usage.trim());
});
