import path from 'node:path';
import { BackupError } from '../backup/backup-error.js';
import { listedErasures } from '../backup/erasing-again.js';
import { verifiedManifest } from '../backup/manifest.js';
import { requireFiles } from '../backup/plain-files.js';
import { requireEmpty, restoreBackup } from '../backup/restore-backup.js';
import { securityLogOf } from '../composition/adapters.js';
import { takeDataFolder } from '../composition/data-folder.js';
import { readConfig } from '../config.js';
import { answerTo, orElse, readCommandLine, refuseCommandLine, say } from './command-line.js';

const HELP = `Makes a data folder from a backup. Stop the server, and set DATA_DIR to a new or empty folder.

  npm run restore -- FOLDER --erasures FILE
  npm run restore -- FOLDER
  npm run restore -- FOLDER --without-erasures

FILE is a copy of the list of erased people that the site kept (erasures.jsonl in DATA_DIR, or ERASURES_FILE). Those who were
erased after the backup are erased again. Without the list they are back: the command asks, or takes --without-erasures as
the answer. People sign in again after a restore. DATA_DIR is the path of the data folder (default: ./data).
`;

const { values, positionals } = readCommandLine(HELP, {
  erasures: { type: 'string' },
  'without-erasures': { type: 'boolean' },
});
const [folder] = positionals;
const isWithout = values['without-erasures'] === true;
if (folder === undefined || positionals.length > 1) refuseCommandLine('Name the folder of one backup.', HELP);
if (values.erasures !== undefined && isWithout) {
  refuseCommandLine('Use --erasures or --without-erasures.', HELP);
}
if (values.erasures === undefined && !isWithout && !process.stdin.isTTY) {
  refuseCommandLine('There is no terminal for questions: use --erasures or --without-erasures.', HELP);
}

await orElse('Nothing was restored', restore(path.resolve(folder)));

async function restore(source: string): Promise<void> {
  const config = readConfig(process.env);
  requireFiles(config);
  await requireEmpty(config.dataDir);
  const erasures = values.erasures === undefined ? null : await listedErasures(values.erasures);
  const manifest = await verifiedManifest(source);
  say(`The backup of ${manifest.takenAt} is complete: ${manifest.events} events, ${manifest.keys} keys.`);
  if (erasures === null && !isWithout) {
    const answer = await answerTo('People who were erased after the backup will be back. Go on? [yes/no] ');
    if (answer !== 'yes') throw new BackupError('you said no.');
  }
  takeDataFolder(config);
  const securityLog = securityLogOf(config, process.stderr);
  const stand = { securityLog };
  const restored = await restoreBackup({ config, source, manifest, erasures, stand });
  say(`${config.dataDir} has the log up to position ${manifest.head}, and ${restored.pictures} pictures.`);
  say(
    erasures === null
      ? 'Without a list of erased people: those who were erased after the backup are back.'
      : `${restored.erased} people who were erased after the backup were erased again.`,
  );
  for (const id of restored.unreadable) say(`${id} could not be deleted. The key is destroyed.`);
  for (const postId of restored.postsWithoutFiles) say(`The post ${postId} has no picture files.`);
  say('Start the site now. It builds the views from the log.');
}
