// Damages each file of a data folder in each way, with the server stopped and running, and follows what the message says.
import { rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { verifyFullDisk } from './full-disk.mjs';
import { DAMAGES, REMEDIES, addWaiting, filesOf, settingsFor } from './files.mjs';
import { Server, goOn, makeHistory, useSite } from './site.mjs';

/** A line of a stack. */
const STACK = /^\s+at .+[:(]/m;
const ROUNDS = 8;

/**
 * Runs the matrix and prints a table.
 *
 * @param {string[]} args
 * @returns {Promise<{ passed: number, failed: number }>} in cases
 */
export async function verifyDamage(args) {
  try {
    return await verify(args);
  } finally {
    for (const server of Server.running) await server.end('SIGKILL');
  }
}

async function verify(args) {
  const { only, jobs } = optionsIn(args);
  const folder = await mkdtemp(join(tmpdir(), 'footnote-damage-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const [healthy, killed] = ['healthy', 'killed'].map((name) => join(folder, name));
  const { server, history } = await makeHistory(healthy);
  let isOver = false;
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (isOver = true));
  // As a kill leaves it: with write-ahead logs.
  await cp(healthy, killed, { recursive: true, filter: (name) => !name.endsWith('.sock') });
  await server.end('SIGTERM');
  await addWaiting(healthy);
  const modes = ['stopped', 'running'];
  const stores = ['events.db-wal', 'kernel.db-wal', 'keys.db-wal'];
  const cases = [
    ...(await filesOf(healthy)).flatMap((name) => modes.map((mode) => ({ name, mode, from: healthy }))),
    ...stores.map((name) => ({ name, mode: 'stopped', from: killed })),
  ]
    .flatMap((one) => Object.keys(DAMAGES).map((damage) => ({ ...one, damage })))
    .filter(({ name, mode, damage }) => only === undefined || `${name} ${damage} ${mode}`.includes(only));
  const results = [];
  const next = cases.values();
  const work = async (lane) => {
    for (const one of next) {
      if (isOver) return;
      const place = join(folder, `lane-${lane}`);
      await rm(place, { recursive: true, force: true });
      await cp(one.from, place, { recursive: true });
      const result = await play(one, place, healthy, history).catch((error) => ({
        saw: 'the script failed',
        problems: [error.stack],
      }));
      results.push({ ...one, ...result });
      console.log(line({ ...one, ...result }));
      for (const problem of result.problems) console.log(`    ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, (_, lane) => work(lane)));
  if (only === undefined || 'full disk'.includes(only)) {
    for (const { saw, problems } of await verifyFullDisk(folder)) {
      results.push({ problems });
      console.log(`${problems.length > 0 ? 'FAILED' : 'ok    '} ${saw}`);
      for (const problem of problems) console.log(`    ${problem}`);
    }
  }
  const failed = results.filter(({ problems }) => problems.length > 0);
  return { passed: results.length - failed.length, failed: failed.length };
}

function optionsIn(args) {
  const { values } = parseArgs({
    args,
    options: { only: { type: 'string' }, jobs: { type: 'string', default: '2' } },
  });
  return { only: values.only, jobs: Number(values.jobs) };
}

function line({ name, damage, mode, saw, problems }) {
  const short = name.replace(/[0-9a-f]{6,}[\w.-]*/, '…');
  return `${short.padEnd(28)} ${damage.padEnd(10)} ${mode.padEnd(8)} ${problems.length > 0 ? 'FAILED' : 'ok    '} ${saw}`;
}

/** Plays one case. Answers what was seen, and what is not as promised. */
async function play({ name, damage, mode }, place, backup, history) {
  const settings = settingsFor(name);
  const problems = [];
  const saw = [];
  const file = join(place, name);
  let known = history;
  if (mode === 'running') {
    const server = await Server.start(place, settings);
    if (!(server instanceof Server)) return { saw: 'did not start', problems: [server.output] };
    const bob = await server.browser();
    await goOn(server, history, 2, bob);
    await DAMAGES[damage](file);
    const { statuses, comments, seen } = await goOn(server, history, ROUNDS, bob);
    saw.push(statuses);
    if (!server.isAlive) problems.push('the server died');
    if (seen.has(500)) problems.push(`answers 500: ${server.said().slice(-1500)}`);
    const { output } = await server.end('SIGTERM');
    checkOutput(output, problems);
    // What was acknowledged after the damage is kept where the log is whole.
    if (basename(name) !== 'events.db') known = { ...history, comments: [...history.comments, ...comments] };
    else if (damage === 'deleted' && comments.length > 0)
      problems.push('appends to a deleted log were acknowledged');
    if (output.includes(basename(name))) saw.push('named');
  } else await DAMAGES[damage](file);
  let started = await Server.start(place, settings);
  let expected = { people: true };
  if (!(started instanceof Server)) {
    const { code, output } = started;
    // A setting that is wrong has a line of its own.
    const lines = output.trim().replace("Footnote can't start:\n  ", '').split('\n');
    saw.push(`refused`);
    if (code !== 1 || lines.length !== 1) problems.push(`no single sentence (${code}): ${output}`);
    if (!output.includes(basename(name).replace(/-wal$/, '')))
      problems.push(`the file is not named: ${output}`);
    const remedy = REMEDIES[basename(name).replace(/-wal$/, '')] ?? REMEDIES.other;
    expected = await remedy(place, backup, damage, name);
    saw.push(expected.done);
    if ((expected.code ?? 0) !== 0) problems.push(`the remedy failed: ${expected.output}`);
    started = await Server.start(place, settings);
  } else saw.push(started.said().includes(basename(name)) ? 'told and repaired' : 'went on');
  if (!(started instanceof Server)) {
    problems.push(`no start after the remedy: ${started.output}`);
    return { saw: saw.join(', '), problems };
  }
  // Mails of the history are not in it where the server sends them.
  problems.push(...(await useSite(started, known, expected)));
  const { output } = await started.end('SIGTERM');
  checkOutput(output, problems);
  return { saw: saw.join(', '), problems };
}

function checkOutput(output, problems) {
  const stack = STACK.exec(output);
  if (stack) problems.push(`a stack: ${output.slice(Math.max(0, stack.index - 400), stack.index + 300)}`);
}
