// Builds what /srv of the image contains. The Dockerfile and `npm run verify -- image` run it.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { chmod, cp, mkdir, symlink } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { capture, main, root, run } from './process.mjs';

const usage = `
Usage: node scripts/image-layout.mjs FOLDER
       node scripts/image-layout.mjs --list

  FOLDER  is created: the build of the server and of the pages, the packages that the server needs, and bin/footnote
  --list  prints the paths of the last build instead, with one line for each package
  --help  shows this
`;

/** The executable, and what it links to. */
const executable = 'bin/footnote';
const program = 'backend/dist/src/tools/footnote.js';

/** Part of the backend's build, but of no use to a site. */
const leftOut = [/^backend\/dist\/src\/demo\//, /^backend\/dist\/src\/tools\/openapi\.js$/];

const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

/** What the build wrote. Type declarations and source maps stay out. */
const ownFiles = () => [
  'backend/package.json',
  ...filesIn('backend/dist/node_modules'),
  ...filesIn('backend/resources'),
  ...filesIn('backend/dist/src').filter(
    (file) => file.endsWith('.js') && !leftOut.some((pattern) => pattern.test(file)),
  ),
  ...filesIn('frontend/dist'),
];

/**
 * The folders of the packages that the server needs and no bundle holds, without those that are only installed for development: npm also
 * lists such a package if another one can use it, but does not need it.
 */
async function packages() {
  const { code, output } = await capture('npm', [
    'ls',
    '--all',
    '--parseable',
    '--omit=dev',
    '--workspace=@footnote/backend',
  ]);
  if (code !== 0) throw new Error(`npm cannot list the packages of the server:\n${output}`);
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  // npm may print notices, too, and packages that an earlier lockfile had.
  return output
    .split('\n')
    .filter((line) => line.startsWith(`${root}/`))
    .map((folder) => relative(root, folder))
    .filter((folder) => folder in locked)
    .filter((folder) => !locked[folder].link && !locked[folder].dev && !locked[folder].devOptional);
}

async function build(folder) {
  if (existsSync(folder)) throw new Error(`${folder} exists already.`);
  const code = await run(process.execPath, [join(root, 'scripts/prepare.mjs'), 'build']);
  if (code !== 0) throw new Error('The build failed.');
  for (const path of [...ownFiles(), ...(await packages())]) {
    const source = join(root, path);
    // A package inside another one is in the list itself, if the server needs it.
    const filter = (from) => from === source || basename(from) !== 'node_modules';
    await cp(source, join(folder, path), { recursive: true, filter });
  }
  await chmod(join(folder, program), 0o755);
  await mkdir(join(folder, 'bin'));
  await symlink(join('..', program), join(folder, executable));
  // Whatever the umask was: the site runs as another user than the one that builds.
  if ((await run('chmod', ['-R', 'u=rwX,go=rX', folder])) !== 0)
    throw new Error('The modes could not be set.');
}

await main(usage, async ([target, ...rest]) => {
  if (target === undefined || rest.length > 0) throw new Error(usage.trim());
  if (target !== '--list') return build(resolve(target));
  console.log([executable, ...ownFiles(), ...(await packages())].sort().join('\n'));
});
