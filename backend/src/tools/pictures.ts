import { copyAllPictures } from '../backup/copy-pictures.js';
import { PRIVATE } from '../composition/data-folder.js';
import { readConfig } from '../config.js';
import { SystemTimer } from '../infrastructure/clock/system-clock.js';
import { orElse, readCommandLine, refuseCommandLine, say } from './command-line.js';

const HELP = `Copies all pictures from the data folder to the bucket of S3_URL, or back, and compares each copy. The server may run
meanwhile. Pictures that the log calls deleted are not copied, and are deleted from the copy.

  npm run pictures -- copy --to s3
  npm run pictures -- copy --to folder

To move the pictures, run it, stop the server, run it again for what is new, change PICTURES, and start the server. A copy that
was interrupted continues. The exit code is 1 if pictures have no files in either place.
`;

const { values, positionals } = readCommandLine(HELP, { to: { type: 'string' } });
const { to } = values;
if (positionals.join(' ') !== 'copy' || (to !== 's3' && to !== 'folder'))
  refuseCommandLine('Say "copy --to s3" or "copy --to folder".', HELP);

process.umask(PRIVATE);
await orElse('Not all pictures were copied', copy(to));

async function copy(target: 's3' | 'folder'): Promise<void> {
  const config = readConfig(process.env);
  const { copied, unchanged, deleted, missing } = await copyAllPictures(config, target, new SystemTimer());
  say(`Pictures: ${copied} copied, ${unchanged} already there, ${deleted} deleted.`);
  for (const photoId of missing) say(`The picture ${photoId} has no files.`);
  if (missing.length > 0) process.exitCode = 1;
}
