import { PRIVATE } from '../composition/data-folder.js';
import { copyAllPictures } from '../composition/images.js';
import { readConfig } from '../config.js';
import { SystemTimer } from '../infrastructure/clock/system-clock.js';
import { readCommandLine, refuseCommandLine, say } from './command-line.js';

const HELP = `Copies all pictures from the data folder to the bucket of S3_URL, or back, and reads each copy to compare it. The server may
run meanwhile: it goes on with the store that PICTURES names, which is the one to copy from.

  npm run pictures -- copy --to s3
  npm run pictures -- copy --to folder

Run it, stop the server, run it again for what is new, change PICTURES, and start the server. A copy that was interrupted goes
on where it was. Pictures that were removed meanwhile are removed from the copy, too.
`;

const { values, positionals } = readCommandLine(HELP, { to: { type: 'string' } });
const { to } = values;
if (positionals.join(' ') !== 'copy' || (to !== 's3' && to !== 'folder'))
  refuseCommandLine('Say "copy --to s3" or "copy --to folder".', HELP);

const config = readConfig(process.env);
// What was removed since the change would come back.
if (config.pictures === to)
  refuseCommandLine(`PICTURES is ${to} already. Copy the pictures before you change it.`, HELP);

process.umask(PRIVATE);
const result = await copyAllPictures(config, to, { timer: new SystemTimer() });
if ('fault' in result) {
  process.stderr.write(`Not all pictures were copied: ${result.fault}. Run it again.\n`);
  process.exitCode = 1;
} else {
  const { copied, unchanged, deleted, incomplete } = result;
  say(`${copied} pictures copied, ${unchanged} were there already, ${deleted} removed.`);
  for (const photoId of incomplete) say(`The picture ${photoId} lacks files, and was left out.`);
}
