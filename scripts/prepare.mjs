// Runs before every npm script: rejects old versions of Node, installs missing packages, and builds changed workspaces.
// Imports nothing from node_modules, because it runs on the system's Node while node_modules may be missing or replaced.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture, compileCache, main, root, run } from './process.mjs';

const usage = `
Usage: node scripts/prepare.mjs install|build

  install  installs the locked packages if node_modules does not match package-lock.json
  build    installs, then builds every workspace whose sources changed since the last build
  --help   shows this
`;

const oldestSystemNode = [22, 12];
const bundledNode = join(root, 'node_modules/.bin/node');
const buildStamp = join(root, 'node_modules/.footnote-build');
const workspaces = ['backend', 'frontend', 'bench'];
const buildResults = [
  'backend/dist/src/main.js',
  'backend/dist/node_modules/rxjs/index.js',
  'frontend/dist/index.html',
  'frontend/dist/server/entry-server.js',
  'frontend/src/api/generated/schema.d.ts',
  'frontend/src/routeTree.gen.ts',
  'bench/dist/main.js',
];
/** What builds do not read of a workspace, or write themselves. */
const notSources = new Set([
  'node_modules',
  'dist',
  'generated',
  'routeTree.gen.ts',
  'e2e',
  'test-results',
  'playwright-report',
  'coverage',
]);
const sharedSources = ['package-lock.json', 'nx.json', 'tsconfig.base.json'];

/** On these platforms npm installs Node 24. On others we use the system's Node. */
const bringsNode = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);

function refuseOldNode() {
  if (bringsNode) return;
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestSystemNode;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new Error(
    `Footnote needs Node ${oldestSystemNode.join('.')} or newer on ${process.platform}-${process.arch}; this is ${process.version}.`,
  );
}

function readPackages(lockfile) {
  return JSON.parse(readFileSync(join(root, lockfile), 'utf8')).packages;
}

/**
 * Whether node_modules matches the lockfile. npm lists the installed packages in node_modules/.package-lock.json, and writes
 * this file last. It does not list optional packages for other platforms.
 */
function isInstalled() {
  if (bringsNode && !existsSync(bundledNode)) return false;
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return false;
  const installed = readPackages('node_modules/.package-lock.json');
  return Object.entries(readPackages('package-lock.json')).every(([path, locked]) => {
    const found = installed[path];
    if (path === '' || (!found && (locked.optional || locked.devOptional))) return true;
    return found?.version === locked.version && found?.integrity === locked.integrity;
  });
}

async function install() {
  if (isInstalled()) return;
  console.log('Installing packages …');
  const code = await run('npm', ['ci', '--include=dev', '--no-progress']);
  if (code !== 0) throw new Error(`npm ci failed with exit code ${code}.`);
  if (bringsNode && (await capture(bundledNode, ['--version'])).code !== 0) {
    throw new Error(
      `${bundledNode} does not run on this machine: the Node from npm needs Linux with glibc 2.28 or newer.`,
    );
  }
}

function listSources(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (notSources.has(entry.name)) return [];
    return entry.isDirectory() ? listSources(path) : [path];
  });
}

/** A hash of the paths and contents of all files that a build reads. */
function hashSources() {
  const hash = createHash('sha256');
  for (const path of [...sharedSources, ...workspaces.flatMap(listSources).sort()]) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Deletes output whose source is gone. tsc keeps it, and deleted tests would still run. */
function removeOutputWithoutSource(workspace) {
  const output = join(root, workspace, 'dist');
  for (const path of readdirSync(output, { recursive: true })) {
    const sources = ['.ts', '.tsx'].map((ending) => join(root, workspace, path.replace(/\.js$/, ending)));
    if (path.startsWith('node_modules/')) continue;
    if (path.endsWith('.js') && !sources.some((source) => existsSync(source))) rmSync(join(output, path));
  }
}

async function build() {
  const sources = hashSources();
  const isBuilt =
    existsSync(buildStamp) &&
    readFileSync(buildStamp, 'utf8') === sources &&
    buildResults.every((path) => existsSync(join(root, path)));
  if (isBuilt) return;
  console.log('Building …');
  const { code, output } = await capture('nx', [
    'run-many',
    '-t',
    'build',
    '--parallel=2',
    '--outputStyle=static',
  ]);
  if (code !== 0) throw new Error(`${output.trim()}\n\nThe build failed.`);
  for (const workspace of ['backend', 'bench']) removeOutputWithoutSource(workspace);
  rmSync(compileCache, { recursive: true, force: true });
  writeFileSync(buildStamp, sources);
}

/** Exits with the parent process. npm sends signals only to its shell, so the installation would continue otherwise. */
function endWithParent() {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 250).unref();
}

await main(usage, async ([step, ...rest]) => {
  if (!['install', 'build'].includes(step) || rest.length > 0) throw new Error(usage.trim());
  endWithParent();
  refuseOldNode();
  await install();
  if (step === 'build') await build();
});
