import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { HealthReport } from '../../src/api/health/kernel-health.js';
import { useFolder } from '../support/folder.js';
import { jpegPhoto } from '../support/photos.js';
import { PASSWORD } from '../support/visitor.js';
import { DEADLINE_MS } from '../support/deadline.js';
import { ServerProcess, runToEnd, tokenMailedTo, until } from './server-process.js';

const FOOTNOTE = path.join(import.meta.dirname, '../../src/tools/footnote.js');

const folder = useFolder({ per: 'file' });
const dataDir = path.join(folder, 'data');
const inFolder = (name: string) => path.join(folder, name);

/** Runs a command as `npm run` does, without a terminal. */
const tool = (place: string, ...words: string[]) => runToEnd({ DATA_DIR: place }, [FOOTNOTE, ...words]);
const backUp = (name: string) => tool(dataDir, 'backup', inFolder(name));

describe('footnote backup and restore', () => {
  let server: ServerProcess;
  let annId: string;
  beforeAll(async () => {
    await mkdir(dataDir, { mode: 0o700 });
    // It serves all tests of this file, also on a busy machine.
    server = await ServerProcess.start(dataDir, {}, { longestLifeMs: 5 * DEADLINE_MS });
    const browser = server.browser();
    const ann = { email: 'ann@example.org', password: PASSWORD };
    annId = (await browser.post<{ id: string }>('/api/auth/register', ann)).body.id;
    await browser.post('/api/auth/verify-email', { token: await tokenMailedTo(dataDir, 'ann@example.org') });
    await browser.upload('/api/posts/publish-direct', await jpegPhoto(1));
  });
  afterAll(() => server.kill());

  it('copy a running site, which then knows of it, and make a site of the copy', async () => {
    const { code, output, errors } = await backUp('first');
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(/first holds \d+ events up to position \d+, \d+ keys and 1 pictures[.]\n$/);
    const { body } = await server.browser().get<HealthReport>('/health');
    expect(body.lastBackup).toEqual({ takenAt: expect.any(String), hoursAgo: 0 });

    const copy = inFolder('copy');
    cpSync(inFolder('first'), inFolder('open'), { recursive: true });
    execFileSync('chmod', ['-R', 'a=rX', inFolder('open')]);
    const restored = await tool(copy, 'restore', inFolder('open'), '--without-erasures');
    expect(restored).toMatchObject({
      code: 0,
      errors: '',
      output: expect.stringContaining('Start the site now'),
    });
    expect(restored.output).toContain('those who were erased after the backup are back');
    for (const name of readdirSync(copy, { recursive: true }) as string[]) {
      expect([name, statSync(path.join(copy, name)).mode & 0o077]).toEqual([name, 0]);
    }
    const site = await ServerProcess.start(copy);
    const login = { email: 'ann@example.org', password: PASSWORD };
    expect((await site.browser().post('/api/auth/login', login)).status).toBe(200);
    expect(await site.stop()).toMatchObject({ code: 0 });

    const again = await tool(copy, 'restore', inFolder('first'), '--without-erasures');
    expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('is not empty') });
    expect(await tool(copy, 'backup', inFolder('of-a-stopped-site'))).toMatchObject({ code: 0, errors: '' });
  });

  it('ask who was erased, which needs a terminal, or a list', async () => {
    await backUp('second');
    const place = inFolder('asked');
    const answers = [
      [[], 2, 'There is no terminal for questions'],
      [['--erasures', 'x', '--without-erasures'], 2, 'Use --erasures or --without-erasures'],
      [['--erasures', inFolder('no-list')], 1, 'no-list is missing'],
      [['--erasures', ''], 1, 'Nothing was restored: --erasures needs the name of a file.'],
    ] as const;
    for (const [words, code, reason] of answers) {
      const ending = await tool(place, 'restore', inFolder('second'), ...words);
      expect(ending).toMatchObject({ code, errors: expect.stringContaining(reason) });
      expect(existsSync(place)).toBe(false);
    }
    const list = path.join(dataDir, 'erasures.jsonl');
    const restored = await tool(place, 'restore', inFolder('second'), '--erasures', list);
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('0 people who were erased') });
  });

  it('leave it to recover to erase again, where the log alone was restored', async () => {
    const place = inFolder('recovered');
    await backUp('third');
    await tool(place, 'restore', inFolder('third'), '--without-erasures');
    const list = inFolder('list.jsonl');
    await writeFile(list, 'rubbish\n');
    const recover = () => tool(place, 'recover', '--reactions', 'here', '--erasures', list);
    const errors = `Nothing was changed: Line 1 of ${list} is damaged. The file lists the people who were erased: use a copy of it.\n`;
    expect(await recover()).toMatchObject({ code: 1, output: '', errors });
    await writeFile(
      list,
      `${JSON.stringify({ at: '2026-11-21T12:00:00.000Z', kind: 'account', id: annId })}\n`,
    );
    const again = { code: 0, output: expect.stringContaining('1 people who were erased after the backup') };
    expect(await recover()).toMatchObject(again);
    expect(await recover()).toMatchObject({ code: 0, output: expect.stringContaining('0 people who were') });
  });

  it('leave an incomplete folder when they are killed, and start again once it is removed', async () => {
    // Reading it never ends.
    const picture = path.join(dataDir, 'images', '77', '77', '00000000-0000-4000-8000-000000007777');
    await mkdir(picture, { recursive: true });
    execFileSync('mkfifo', [path.join(picture, '320.webp')]);
    const child = spawn(process.execPath, [FOOTNOTE, 'backup', inFolder('cut')], {
      env: { DATA_DIR: dataDir, NODE_ENV: 'test' },
      stdio: 'ignore',
    });
    await until('the backup has begun', () => existsSync(inFolder('cut.unfinished/images')));
    child.kill('SIGKILL');
    await once(child, 'close');
    await rm(picture, { recursive: true });
    expect(existsSync(inFolder('cut'))).toBe(false);
    const restored = await tool(
      inFolder('never'),
      'restore',
      inFolder('cut.unfinished'),
      '--without-erasures',
    );
    expect(restored).toMatchObject({ code: 1, errors: expect.stringContaining('is no complete backup') });
    expect(await backUp('cut')).toMatchObject({ code: 1, errors: expect.stringContaining('or was cut') });
    rmSync(inFolder('cut.unfinished'), { recursive: true });
    expect(await backUp('cut')).toMatchObject({ code: 0 });
  });

  // A file-size limit fails writes as a full disk does.
  it('say that the disk is full, and leave nothing', async () => {
    const ending = await runToEnd({ DATA_DIR: dataDir }, [FOOTNOTE, 'backup', inFolder('full')], '-f 20');
    expect(ending).toMatchObject({ code: 1, output: '' });
    expect(ending.errors).toMatch(
      /^No backup was made: .+ on the disk of \S+full[.] Nothing is left of it[.]\n$/,
    );
    expect(readdirSync(folder).filter((name) => name.startsWith('full'))).toEqual([]);
    expect((await server.browser().get<HealthReport>('/health')).body.status).toBe('ok');
  });

  it('need the data in files, and one name', async () => {
    const settings = { DATA_DIR: dataDir, MONGODB_URL: 'mongodb://127.0.0.1:1/x' };
    const onServer = await runToEnd(settings, [FOOTNOTE, 'backup', inFolder('mongo')]);
    expect(onServer).toMatchObject({ code: 1, errors: expect.stringContaining('With MONGODB_URL') });
    expect(await tool(dataDir, 'backup')).toMatchObject({ code: 2 });
    expect(await tool(dataDir, 'restore', 'one', 'two', '--without-erasures')).toMatchObject({ code: 2 });
  });

  it('keep a server from a folder in which a restore was cut', async () => {
    const half = inFolder('half');
    await mkdir(half, { mode: 0o700 });
    await writeFile(path.join(half, 'restoring'), '');
    const { code, errors } = await runToEnd({ DATA_DIR: half, PORT: '0' });
    expect({ code, errors }).toMatchObject({ code: 1, errors: expect.stringContaining('a restore into') });
  });
});
