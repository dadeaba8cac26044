// Builds the files of the image without Docker, and starts a site and every command of operators in them.
import { mkdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDocumentServer, startLogServer } from '../outage/servers.mjs';
import { Container } from './container.mjs';
import { startServices } from './stand-ins.mjs';
import { Story, check } from './story.mjs';

/** Prints the user, and where writing succeeds. */
const ground = `
  const { writeFileSync } = require('node:fs');
  const written = (folder) => {
    try {
      return writeFileSync(folder + '/file', '') ?? 'written';
    } catch ({ code }) {
      return code;
    }
  };
  const places = ['/', '/srv', '/srv/backend/dist', '/tmp', '/data'];
  console.log(process.getuid(), process.getgroups(), ...places.map((place) => place + ' ' + written(place)));
`;

/** Where the log and the documents are: in files, and on the stand-ins of the servers of docker-compose.yml. */
const pairings = {
  'in files': async () => ({ settings: {}, stop: async () => undefined }),
  'on servers': async (folder) => {
    const log = await startLogServer(folder);
    const documents = await startDocumentServer(folder);
    return {
      settings: { EVENTSTORE_URL: log.url, MONGODB_URL: documents.url },
      stop: () => Promise.all([log.stop(), documents.stop()]),
    };
  },
};

/** Plays the whole story on one pairing. @returns {Promise<Story>} */
async function play(container, folder, open) {
  mkdirSync(folder);
  const services = await startServices(folder);
  const stores = await open(folder);
  const story = new Story(container, container.newData(join(folder, 'data')), services, stores.settings);
  await story.start();
  await story.createAdmin('ann', 'owner');
  await story.signIn('ann');
  await story.visit();
  await story.operateBesideTheSite();
  await story.stop();
  await story.operateAlone();
  await story.start();
  await story.signIn('bob');
  await story.shareCard();
  await story.stop();
  await stores.stop();
  await services.stop();
  return story;
}

/**
 * Prints the first thing that does not hold, or why this machine cannot start the image.
 *
 * @returns {Promise<number>} 1 then, when the stand-ins in this process may still run
 */
export async function verifyImage() {
  try {
    await verify();
    return 0;
  } catch (error) {
    console.error(error.message);
    return 1;
  }
}

async function verify() {
  // The user of the image has to see what is not in the layout, too.
  process.umask(0o022);
  const folder = await mkdtemp(join(tmpdir(), 'footnote-image-'));
  // Also when it is interrupted.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const container = await Container.build(join(folder, 'files'));
  const { output } = await container.run(container.newData(join(folder, 'data')), {}, ['node', '-e', ground]);
  const isClosed =
    output === '1000 [ 1000 ] / EROFS /srv EROFS /srv/backend/dist EROFS /tmp written /data written\n';
  check('programs are not root, and write to /tmp and /data only', isClosed, output);

  const commands = new Set();
  let last;
  for (const [name, open] of Object.entries(pairings)) {
    console.log(`\n── a site ${name}`);
    last = await play(container, join(folder, name.replace(' ', '-')), open);
    for (const command of last.commands) commands.add(command);
  }

  console.log('\n── the commands');
  const list = await last.run(['footnote', '--help']);
  const names = [...list.output.matchAll(/^ {2}([a-z:-]+) {2,}[a-z]/gm)].map(([, name]) => name);
  const missing = names.filter((name) => !commands.has(name));
  check('every command of footnote --help has run', names.length > 0 && missing.length === 0, missing);
  await last.explain(names);
  const unknown = await last.run(['footnote', 'nonsense']);
  check('an unknown command ends with 2', unknown.code === 2, unknown);
  console.log('\nok: the image works');
}
