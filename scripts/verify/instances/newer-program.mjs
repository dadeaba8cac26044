// A program as the next release has it: versions of views are raised, and a style of the frontend has another name.
import { cp, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../process.mjs';

/** The views with a raised version, and where they are. */
export const RAISED = { likes: 'likes.js', leaderboard: 'leaderboard/leaderboard.js' };
const NEWER_STYLE = 'newer000.css';

/** Makes it in an empty folder, beside links to the packages. @returns {Promise<string>} the file that Node runs */
export async function makeNewerProgram(folder) {
  for (const part of ['backend/dist/src', 'backend/package.json', 'backend/resources', 'frontend/dist'])
    await cp(join(root, part), join(folder, part), { recursive: true });
  for (const packages of ['node_modules', 'backend/node_modules'])
    await symlink(join(root, packages), join(folder, packages));
  for (const [name, file] of Object.entries(RAISED))
    await raise(join(folder, 'backend/dist/src/projections', file), name);
  await renameStyle(join(folder, 'frontend/dist'));
  return join(folder, 'backend/dist/src/main.js');
}

async function raise(file, view) {
  let isRaised = false;
  const code = (await readFile(file, 'utf8')).replace(
    new RegExp(`(view\\('${view}', \\{\\s*version: )(\\d+)`),
    (_, before, version) => {
      isRaised = true;
      return `${before}${Number(version) + 1}`;
    },
  );
  if (!isRaised) throw new Error(`${file} has no version of ${view}.`);
  await writeFile(file, code);
}

/** Renames the style that the page names, everywhere. */
async function renameStyle(frontend) {
  const [, style] = /assets\/([\w-]+\.css)/.exec(await readFile(join(frontend, 'index.html'), 'utf8'));
  await rename(join(frontend, 'assets', style), join(frontend, 'assets', NEWER_STYLE));
  for (const entry of await readdir(frontend, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!/\.(?:js|html|json)$/.test(file)) continue;
    const text = await readFile(file, 'utf8');
    if (!text.includes(style)) continue;
    await writeFile(file, text.replaceAll(style, NEWER_STYLE));
    for (const packed of ['br', 'gz']) await rm(`${file}.${packed}`, { force: true });
  }
}
