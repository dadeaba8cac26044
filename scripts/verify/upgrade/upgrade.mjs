// Opens a data folder of an earlier build with this one, and again with the earlier one, and compares what they answer.
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { capture, root } from '../../process.mjs';
import { Server, historyOn, run } from '../damage/site.mjs';

const FIXED_CLOCK = pathToFileURL(join(import.meta.dirname, 'fixed-clock.mjs')).href;

/** How many of the ids that a list answers are read. */
const OF_EACH = 4;

/** Pages that the server renders. */
const PAGES = ['/', '/leaderboard', '/leaderboard?sort=top', '/leaderboard?tab=week', '/login', '/boost'];

/** The list with the ids for a path, where it is not the path without its last part; and the field with the id. */
const LISTS = {
  '/api/users': ['/api/posts', 'userId'],
  '/api/rtm-sys/as-of/post': ['/api/rtm-sys/posts'],
  '/api/rtm-sys/as-of/person': ['/api/rtm-sys/users'],
  '/api/rtm-sys/as-of/report': ['/api/rtm-sys/reports'],
  '/api/rtm-sys/as-of/week': ['/api/rtm-sys/weeks', 'week'],
  '/api/rtm-sys/as-of/payment': ['/api/rtm-sys/payments'],
  '/api/rtm-sys/as-of/boost': ['/api/rtm-sys/boosts'],
  '/api/rtm-sys/projections': ['/api/rtm-sys/projections', 'name'],
  '/api/rtm-sys/pictures': ['/api/rtm-sys/posts'],
};

/** A stream, and what needs a token of its own. */
const LEFT_OUT = new Set(['/api/live', '/api/unsubscribe', '/api/checkouts/{sessionId}']);

/** The values of parameters without which nothing is answered. */
const QUERY = { from: '2026-01-01', to: '2026-12-31', q: 'an' };

/** What differs between two servers with the same data. */
const CHANGING = [
  [/"requestId":"[^"]+"/g, '"requestId":"…"'],
  [/\/assets\/[\w.~-]+/g, '/assets/…'],
  [/"(eventsPerSecond|size|lag|milliseconds)":[\d.]+/g, '"$1":0'],
];

/** What the log of the server says of a view that is built again. */
const BUILDS = /queries read a new generation|missing views are built/;

const MOST_SHOWN = 40;

/**
 * @param {string[]} args
 * @returns {Promise<{ passed: number, failed: number }>} in addresses and folders
 */
export async function verifyUpgrade(args) {
  const { values } = parseArgs({ args, options: { from: { type: 'string' }, seed: { type: 'string' } } });
  if (!values.from) throw new Error('--from names the commit of the earlier build.');
  const folder = await mkdtemp(join(tmpdir(), 'footnote-upgrade-'));
  try {
    return await compared(await earlierBuild(values.from), folder, values.seed);
  } finally {
    for (const server of Server.running) await server.end('SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Builds a commit with the packages that it names, once: the next run finds it. @returns {Promise<string>} its folder */
async function earlierBuild(commit) {
  const id = (await printed('git', ['rev-parse', '--verify', `${commit}^{commit}`])).trim();
  const tree = join(tmpdir(), `footnote-build-${id}`);
  if (!existsSync(tree)) await printed('git', ['worktree', 'add', '--force', '--detach', tree, id]);
  console.log(`Building ${id} …`);
  await printed('node', ['scripts/prepare.mjs', 'build'], tree);
  return tree;
}

async function compared(tree, folder, seed) {
  const builds = { earlier: join(tree, 'backend/dist'), present: join(root, 'backend/dist') };
  const [base, place] = [join(folder, 'base'), join(folder, 'opened')];
  const { people, addresses, settings } = await filled(base, builds.earlier, seed);
  await cp(base, place, { recursive: true });
  const open = async (name, from) => {
    const opening = await opened(await started(from, builds[name], settings), from, people, addresses);
    console.log(`Opened by the ${name} build: ${opening.size} answers`);
    return opening;
  };
  const before = await open('earlier', base);
  const found = [
    ...differences('the present build', before, await open('present', place)),
    // It can go on with what the present one has left.
    ...differences('the earlier build after it', before, await open('earlier', place)),
  ];
  for (const line of found.slice(0, MOST_SHOWN)) console.log(line);
  return { passed: 2 * before.size - found.length, failed: found.length };
}

/**
 * Fills a folder with a small demo and two more people. Answers who is signed in (nobody, a member, an owner of the back
 * office), what they read, and the settings for a server at the moment when the folder was left.
 */
async function filled(folder, dist, seed) {
  const demo = await run(
    folder,
    'demo/main.js',
    ['--seed', seed, '--people', '8', '--posts', '16'],
    {},
    dist,
  );
  if (demo.code !== 0) throw new Error(`The demo failed: ${demo.output}`);
  const settings = { PORT: `${await freePort()}`, LOG_LEVEL: 'info' };
  const server = await started(folder, dist, settings);
  const { ann: member } = await historyOn(server, folder);
  const [nobody, owner] = [await server.browser(), await server.browser()];
  const password = /password (\S+)/.exec(demo.output)?.[1];
  const { status } = await owner.post('/api/rtm-sys/login', { username: 'demo', password });
  if (status !== 200) throw new Error(`The owner of the back office could not sign in: ${status}`);
  const addresses = await addressesOf({ member, owner });
  await server.end('SIGTERM');
  const clock = { FIXED_TIME: new Date().toISOString(), NODE_OPTIONS: `--import ${FIXED_CLOCK}` };
  return { people: { nobody, member, owner }, addresses, settings: { ...settings, ...clock } };
}

/** All addresses of the contract that can be read, with ids from its lists, and the pages of the site. */
async function addressesOf({ member, owner }) {
  const { paths } = JSON.parse(readFileSync(join(root, 'backend/openapi.json'), 'utf8'));
  const list = async (address, field = 'id') => {
    const { body } = await (address.includes('rtm-sys') ? owner : member).get(address);
    const rows = Array.isArray(body) ? body : Object.values(body).filter(Array.isArray).flat();
    const ids = rows.map((row) => row[field]).filter((id) => typeof id === 'string');
    return [...new Set(ids)].slice(0, OF_EACH);
  };
  const addresses = [...PAGES];
  for (const [path, { get }] of Object.entries(paths)) {
    if (!get || LEFT_OUT.has(path)) continue;
    const needs = (get.parameters ?? []).filter((one) => one.in === 'query' && one.required);
    const query = new URLSearchParams(needs.map(({ name }) => [name, QUERY[name]]));
    const [before] = path.split(/\/\{\w+\}/);
    const ids = path.includes('{') ? await list(...(LISTS[before] ?? [before])) : [''];
    for (const id of ids) {
      const address = id === '' ? path : `${before}/${id}${path.slice(path.indexOf('}') + 1)}`;
      addresses.push(`${address.replace('{width}', '640')}${needs.length > 0 ? `?${query}` : ''}`);
    }
  }
  return addresses;
}

/** Everything that people read, and what the server did meanwhile. Ends the server. */
async function opened(server, folder, people, addresses) {
  const answers = new Map();
  for (const [who, browser] of Object.entries(people)) {
    for (const address of addresses) {
      const { status, body } = await browser.get(address);
      let text = `${status} ${typeof body === 'string' ? body : JSON.stringify(body)}`;
      for (const [changing, fixed] of CHANGING) text = text.replaceAll(changing, fixed);
      answers.set(`${who} ${address}`, text);
    }
  }
  await server.end('SIGTERM');
  answers.set('mails', (await readdir(join(folder, 'mail'))).toSorted().join(' '));
  const work = server
    .said()
    .split('\n')
    .filter((line) => BUILDS.test(line));
  answers.set('rebuilt views and begun reactions', work.join('\n'));
  return answers;
}

/** What is answered otherwise than before, a line each with the place of the first difference. */
function differences(when, before, now) {
  return [...before].flatMap(([what, text]) => {
    const other = now.get(what) ?? '';
    if (other === text) return [];
    const at = [...text].findIndex((letter, index) => letter !== other[index]);
    const around = (of) => of.slice(Math.max(0, at - 40), at + 80);
    return [`${when}: ${what}\n  was …${around(text)}…\n  is  …${around(other)}…`];
  });
}

async function started(folder, dist, settings) {
  const server = await Server.start(folder, settings, dist);
  if (!(server instanceof Server)) throw new Error(`A server did not start: ${server.output}`);
  return server;
}

async function printed(command, args, cwd = root) {
  const { code, output } = await capture(command, args, { cwd });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${output}`);
  return output;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
