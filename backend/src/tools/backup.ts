import path from 'node:path';
import { requireFiles } from '../backup/plain-files.js';
import { takeBackup } from '../backup/take-backup.js';
import { PRIVATE, takeDataFolder } from '../composition/data-folder.js';
import { ERASURES } from '../composition/kernel.providers.js';
import { PROGRAM_VERSION } from '../composition/process-watch-of.js';
import { openImages } from '../composition/images.js';
import { noteBackupIn } from '../composition/storage.js';
import { readConfig } from '../config.js';
import { SystemTimer } from '../infrastructure/clock/system-clock.js';
import { askServer } from '../control/control-socket.js';
import { orElse, readCommandLine, refuseCommandLine, say } from './command-line.js';

const HELP = `Copies the data of a site to a folder: the log, keys, the kernel store, the secret and pictures. The server may run meanwhile.
Everything that was acknowledged before is in the copy, which is checked. Views are not: a restore builds them again.

  npm run backup -- FOLDER

FOLDER must be new or empty. While it is written, it is named FOLDER.unfinished. Keep backups apart from the site, and let
them expire: they hold the keys of people who are erased later. DATA_DIR is the path of the data folder (default: ./data).
`;

const { positionals } = readCommandLine(HELP, {});
const [target] = positionals;
if (target === undefined || positionals.length > 1)
  refuseCommandLine('Name one folder for the backup.', HELP);

await orElse('No backup was made', backup(path.resolve(target)));

async function backup(folder: string): Promise<void> {
  const config = readConfig(process.env);
  requireFiles(config);
  const { dataDir, appSecret } = config;
  const takenAt = new Date();
  // A server that starts meanwhile would find the folder locked.
  if ((await askServer(dataDir, { command: 'backup', names: [] })) === null) takeDataFolder(config);
  process.umask(PRIVATE);
  const erasing = Object.keys(ERASURES);
  const images = await openImages(config, { timer: new SystemTimer() });
  const { manifest, missing } = await takeBackup({
    dataDir,
    images,
    target: folder,
    appSecret,
    erasing,
    program: PROGRAM_VERSION,
    takenAt,
  }).finally(() => images.close());
  const noted = await askServer(dataDir, { command: 'backup', names: [manifest.takenAt] });
  if (noted === null) await noteBackupIn(dataDir, manifest.takenAt);
  const { events, head, keys, pictures } = manifest;
  say(
    `${folder} holds ${events} events up to position ${head}, ${keys} keys and ${pictures.count} pictures.`,
  );
  for (const photoId of missing) say(`The picture ${photoId} has no files.`);
}
