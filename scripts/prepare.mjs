// What every npm script runs first: refuses a Node that is too old, installs what is missing, builds what is stale.
// Runs on the system's Node, before node_modules is there and while `npm ci` replaces it: imports nothing from it.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture, main, root, run } from './process.mjs';

const usage = `
Usage: node scripts/prepare.mjs install|build

  install  installs the locked packages, if node_modules is not what package-lock.json says
  build    installs, then builds every workspace whose sources changed since the last build
  --help   shows this
`;

const oldestSystemNode = [22, 12];
const bundledNode = join(root, 'node_modules/.bin/node');
const buildStamp = join(root, 'node_modules/.footnote-build');
const workspaces = ['backend', 'frontend', 'bench'];
const buildResults = ['backend/dist/src/main.js', 'frontend/dist/index.html', 'bench/dist/main.js'];
/** Folders inside a workspace that no build reads. */
const notSources = new Set(['node_modules', 'dist', 'e2e', 'test-results', 'playwright-report', 'coverage']);
const sharedSources = ['package-lock.json', 'nx.json', 'tsconfig.base.json'];

/** npm brings Node 24 along for these; elsewhere the system's Node has to do. */
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
 * Whether node_modules is what the lockfile says. npm writes down what it installed in node_modules/.package-lock.json,
 * last of all; packages for other platforms are optional and not in there.
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
  if (code !== 0) throw new Error(`npm ci failed with exit code ${code}: nothing was started.`);
  if (bringsNode && (await capture(bundledNode, ['--version'])).code !== 0) {
    throw new Error(
      `${bundledNode} does not run here: the Node that npm brings needs a Linux with glibc 2.28 or newer.`,
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

/** One hash over the paths and contents of everything that a build reads, and of the Node that runs it. */
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

/** tsc leaves the output of a source that is gone; a test that was deleted would go on running. */
function removeOutputWithoutSource(workspace) {
  const output = join(root, workspace, 'dist');
  for (const path of readdirSync(output, { recursive: true })) {
    const sources = ['.ts', '.tsx'].map((ending) => join(root, workspace, path.replace(/\.js$/, ending)));
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
  if (code !== 0) throw new Error(`${output.trim()}\n\nThe build failed: nothing was started.`);
  for (const workspace of ['backend', 'bench']) removeOutputWithoutSource(workspace);
  writeFileSync(buildStamp, sources);
}

/** npm passes a signal to its shell alone, which dies of it; without this we would go on installing by ourselves. */
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
