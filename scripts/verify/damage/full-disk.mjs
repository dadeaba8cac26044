// Fills the disk of a running site and empties it again, and starts a site on a full disk. Needs root, to mount one.
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { capture } from '../../process.mjs';
import { Server, goOn, makeHistory, useSite } from './site.mjs';

const SIZE = '64m';
const PATIENCE_MS = 60_000;

/** @returns {Promise<{ saw: string, problems: string[] }[]>} what each part saw, and what is not as promised */
export async function verifyFullDisk(folder) {
  const disk = join(folder, 'disk');
  await mkdir(disk);
  const mounted = await capture('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk]);
  if (mounted.code !== 0) return [{ saw: 'no disk', problems: [`mount: ${mounted.output.trim()}`] }];
  try {
    return await play(join(disk, 'data'), join(disk, 'ballast'));
  } finally {
    await capture('umount', ['--lazy', disk]);
  }
}

async function play(data, ballast) {
  const results = [];
  const { server, history } = await makeHistory(data);
  const bob = await server.browser();
  await goOn(server, history, 1, bob);
  await fill(ballast);
  const full = await goOn(server, history, 15, bob);
  results.push({
    saw: `running on a full disk: ${full.statuses}`,
    problems: [
      ...(server.isAlive ? [] : ['the server died']),
      ...[...full.seen.keys()]
        .filter((status) => ![200, 201, 503].includes(status))
        .map((status) => `answer ${status}`),
      ...(full.seen.has(503) ? [] : ['no write was refused']),
    ],
  });
  await rm(ballast);
  const kept = { ...history, comments: [...history.comments, ...full.comments] };
  const end = Date.now() + PATIENCE_MS;
  let problems = await recovered(server, kept);
  for (; problems.length > 0 && Date.now() < end; problems = await recovered(server, kept)) await sleep(500);
  results.push({ saw: 'with room again', problems });
  const { output } = await server.end('SIGTERM');
  if (/^\s+at .+[:(]/m.test(output)) results.push({ saw: 'a stack', problems: [output.slice(0, 3000)] });
  await fill(ballast);
  const started = await Server.start(data);
  if (started instanceof Server) {
    results.push({ saw: 'a start on a full disk serves', problems: [] });
    await started.end('SIGTERM');
  } else
    results.push({ saw: `a start on a full disk: ${started.output.trim()}`, problems: sentenceOf(started) });
  const empty = join(data, '../empty');
  const first = await Server.start(empty);
  results.push(
    first instanceof Server
      ? { saw: 'a first start on a full disk', problems: ['it serves'] }
      : { saw: `a first start on a full disk: ${first.output.trim()}`, problems: sentenceOf(first) },
  );
  await rm(ballast);
  for (const [place, what] of [
    [data, 'the next start'],
    [empty, 'the next first start'],
  ]) {
    const again = await Server.start(place);
    if (!(again instanceof Server)) results.push({ saw: what, problems: [again.output] });
    else {
      results.push({ saw: what, problems: place === data ? await useSite(again, kept) : [] });
      await again.end('SIGTERM');
    }
  }
  return results;
}

async function recovered(server, kept) {
  const { body } = await (await server.browser()).get('/health');
  const troubled = [...body.views, ...body.reactions].filter(
    ({ error, parked }) => error !== null || parked > 0,
  );
  const health = body.status === 'ok' ? [] : [`the health is ${body.status}: ${JSON.stringify(troubled)}`];
  return [...(await useSite(server, kept)), ...health];
}

function sentenceOf({ code, output }) {
  const isOne = code === 1 && output.trim().split('\n').length === 1;
  return isOne && output.includes('nothing can be written')
    ? []
    : [`no single sentence (${code}): ${output}`];
}

async function fill(ballast) {
  const { bavail, bsize } = await statfs(join(ballast, '..'));
  await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch((error) => {
    // The site has written meanwhile.
    if (error.code !== 'ENOSPC') throw error;
  });
}
