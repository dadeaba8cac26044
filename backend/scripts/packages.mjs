// Bundles the packages that the backend imports into dist/node_modules, where Node looks first: a start reads a hundred files
// instead of thousands. `dependencies` of package.json stay as npm installs them (native code, data files, and
// reflect-metadata, which has to run before all that a bundle holds); `devDependencies` are bundled if they are imported.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import ts from 'typescript';

const backend = join(import.meta.dirname, '..');
const output = join(backend, 'dist/node_modules');
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const { dependencies, devDependencies } = readJson(join(backend, 'package.json'));

/** What only tests import: one that imports a bundled package is bundled, too, because Nest must exist once. */
const PLAIN = new Set(['fast-check', 'jest-circus', 'selfsigned', 'smtp-server', 'yauzl']);
/** What packages require by a name that a bundler does not see. */
const HIDDEN = ['class-transformer/cjs/storage.js'];

const packageOf = (name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)[0];
const isBundled = (name) => packageOf(name) in devDependencies && !PLAIN.has(packageOf(name));

/** The names by which compiled files import bundled packages. */
function imported() {
  const names = readdirSync(join(backend, 'dist'), { recursive: true })
    .filter((file) => /^(?:src|test)\/.*\.js$/.test(file))
    .flatMap((file) => ts.preProcessFile(readFileSync(join(backend, 'dist', file), 'utf8')).importedFiles)
    .map(({ fileName }) => fileName);
  return [...new Set([...names.filter(isBundled), ...HIDDEN])].sort();
}

/** Exports what Node exports for an import, also of a CommonJS package. */
async function entryOf(name) {
  const exported = Object.keys(await import(name)).filter((key) => key !== 'module.exports');
  return `export { ${exported.join(', ')} } from '${name}';`;
}

const names = imported();
const inputs = [join(backend, '../package-lock.json'), import.meta.filename].map((file) =>
  readFileSync(file),
);
const stamp = createHash('sha256').update(names.join()).update(Buffer.concat(inputs)).digest('hex');
const stampFile = join(output, 'made-of');
if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) process.exit();
rmSync(output, { recursive: true, force: true });
const written = new Map([
  ['\0http.cjs', "module.exports = require('node:http');"],
  ['\0nothing.cjs', ''],
]);
for (const name of names) written.set(`\0${name}.mjs`, await entryOf(name));

const bundle = await rolldown({
  input: Object.fromEntries(names.map((name) => [name, `\0${name}.mjs`])),
  cwd: backend,
  platform: 'node',
  external: Object.keys(dependencies),
  plugins: [
    {
      name: 'written',
      resolveId(id, importer, { kind }) {
        // As an ES module, node:http would load the client of `fetch` with it: 40 ms and 5 MB of a start.
        if (/^(?:node:)?http$/.test(id) && kind === 'import-statement') return '\0http.cjs';
        // The telephone numbers of the world, for a validator that no request uses: 4 MB.
        if (id === 'libphonenumber-js/max') return '\0nothing.cjs';
        if (written.has(id)) return id;
        return written.has(importer) ? this.resolve(id, import.meta.filename, { skipSelf: true }) : null;
      },
      load: (id) => written.get(id),
    },
  ],
  // Packages that another one can use and that are not installed.
  checks: { unresolvedImport: false },
});
await bundle.write({
  dir: output,
  entryFileNames: ({ name }) =>
    `${name === packageOf(name) ? `${name}/index` : name.replace(/\.js$/, '')}.js`,
  chunkFileNames: '.parts/[name].js',
  comments: false,
  // Nest prints them and asks for some.
  keepNames: true,
});

// The same for each: a file a name.
const description = { type: 'module', exports: { '.': './index.js', './*.js': './*.js', './*': './*.js' } };
for (const name of new Set(names.map(packageOf))) {
  writeFileSync(join(output, name, 'package.json'), JSON.stringify(description));
}
// Swagger serves its files, as they are, at /api/docs.
cpSync(join(backend, '../node_modules/swagger-ui-dist'), join(output, 'swagger-ui-dist'), {
  recursive: true,
  filter: (file) => !/\.map$|\.txt$|es-bundle|swagger-ui\.js$/.test(file),
});
writeFileSync(stampFile, stamp);
