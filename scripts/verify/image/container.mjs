// The image without Docker: its files, and programs that run in them as its Dockerfile says.
import { chownSync, cpSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { capture, root, run, start } from '../../process.mjs';

/** The user `node` of the image. */
const USER = 1000;

/** What the last stage of the Dockerfile says about programs: their environment, their folder, and what it starts. */
function readDockerfile() {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const stage = text.slice(text.lastIndexOf('\nFROM '));
  const wordsOf = (instruction) => {
    const found = new RegExp(`^${instruction} (.+)$`, 'm').exec(stage)?.[1];
    if (found === undefined) throw new Error(`The Dockerfile has no ${instruction}.`);
    return found;
  };
  if (wordsOf('USER') !== 'node' || wordsOf('VOLUME') !== '/data')
    throw new Error('The Dockerfile has another user or volume than the one that is tested here.');
  return {
    variables: wordsOf('ENV').replace('$PATH', '/usr/local/bin:/usr/bin:/bin').split(' '),
    folder: wordsOf('WORKDIR'),
    program: JSON.parse(wordsOf('CMD')),
  };
}

/** How a namespace for the mounts is made, and how a program gets another user in it. */
const asRoot = {
  mounts: ['unshare', '--mount'],
  user: ['chroot', `--userspec=${USER}:${USER}`, `--groups=${USER}`],
};
const inUserNamespace = {
  mounts: ['unshare', '--user', '--map-root-user', '--mount'],
  user: ['unshare', '--user', `--map-user=${USER}`, `--map-group=${USER}`, '--root'],
};

/** @throws Error if this machine allows neither way */
async function wayIn() {
  const complaints = [];
  for (const way of process.getuid?.() === 0 ? [asRoot, inUserNamespace] : [inUserNamespace]) {
    const [program, ...args] = [...way.mounts, 'true'];
    const { code, output } = await capture(program, args).catch(({ message }) => ({
      code: 1,
      output: message,
    }));
    if (code === 0) return way;
    complaints.push(output.trim());
  }
  throw new Error(
    `The image needs root or user namespaces, and unshare of util-linux, to start:\n${complaints.join('\n')}`,
  );
}

/** Parts of the C library that node does not need itself, but its packages may. */
const PARTS = ['librt.so.1', 'libresolv.so.2'];

/** A program of this machine with its libraries. Nothing else of it is in the image, so the layout brings the rest. */
async function copyProgram(program, files, to) {
  const { code, output } = await capture('ldd', [program]);
  if (code !== 0) throw new Error(`The libraries of ${program} are unknown:\n${output}`);
  const libraries = [...output.matchAll(/(?:^|\s)(\/\S+) \(0x/g)].map(([, file]) => file);
  const ofC = libraries.find((file) => basename(file) === 'libc.so.6');
  if (ofC === undefined) throw new Error(`${program} is not a program of Linux with glibc.`);
  const parts = PARTS.map((part) => join(dirname(ofC), part));
  for (const [from, name] of [[program, to], ...[...libraries, ...parts].map((file) => [file, file])]) {
    mkdirSync(join(files, dirname(name)), { recursive: true });
    cpSync(realpathSync(from), join(files, name));
  }
}

/** Builds the layout as somebody whose files are private, beside the node and the libraries of this machine. */
async function buildFiles(files, folder) {
  for (const name of ['etc', 'proc', 'dev', 'tmp', 'data']) mkdirSync(join(files, name), { recursive: true });
  writeFileSync(join(files, 'etc/passwd'), `node:x:${USER}:${USER}::/:/bin/false\n`);
  await copyProgram(realpathSync(process.execPath), files, '/usr/local/bin/node');
  const { output } = await capture('sh', ['-c', 'command -v env']);
  await copyProgram(output.trim(), files, '/usr/bin/env');
  const script = 'umask 077; exec "$0" "$@"';
  const layout = [process.execPath, join(root, 'scripts/image-layout.mjs'), join(files, folder)];
  if ((await run('sh', ['-c', script, ...layout])) !== 0) throw new Error('The layout could not be built.');
}

/** The files of the image, in which programs are started. Several may run at the same time, on the same data. */
export class Container {
  /** @param {string} files  where the files of the image are made */
  static async build(files) {
    const image = readDockerfile();
    const way = await wayIn();
    await buildFiles(files, image.folder);
    return new Container(files, image, way);
  }

  constructor(files, image, way) {
    Object.assign(this, { files, image, way });
  }

  /** An empty data folder that belongs to the user of the image. */
  newData(folder) {
    mkdirSync(folder, { mode: 0o700 });
    if (this.way === asRoot) chownSync(folder, USER, USER);
    return folder;
  }

  /** Starts a program in the image, which is stopped when this process ends. */
  start(data, settings, words = this.image.program) {
    const { variables, folder } = this.image;
    const enter = [join(import.meta.dirname, 'enter.sh'), this.files, data];
    const becomeUser = ['setpriv', '--no-new-privs', ...this.way.user, this.files];
    const given = [...variables, ...Object.entries(settings).map((pair) => pair.join('='))];
    const env = ['/usr/bin/env', '--ignore-environment', `--chdir=${folder}`, ...given];
    const [program, ...args] = [...this.way.mounts, ...enter, ...becomeUser, ...env, ...words];
    return start(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** Runs a program in the image to its end. */
  async run(data, settings, words) {
    const child = this.start(data, settings, words);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    }
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exit, signal) => resolve(exit ?? signal));
    });
    return { code, output };
  }
}
