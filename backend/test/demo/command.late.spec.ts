import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { HealthReport } from '../../src/api/health/kernel-health.js';
import type { Post } from '../../src/projections/leaderboard/shown-posts.js';
import { ServerProcess, runToEnd } from '../crash/server-process.js';
import { useFolder } from '../support/folder.js';

const DEMO = path.join(import.meta.dirname, '../../src/demo/main.js');

const dataDir = useFolder({ per: 'file' });
const cache = useFolder({ per: 'file' });

describe('npm run demo', () => {
  const demo = () =>
    runToEnd({ DATA_DIR: dataDir, XDG_CACHE_HOME: cache }, [DEMO, '--people', '3', '--posts', '2']);

  it('fills an empty folder, adds nothing when it is repeated, and sends no mail at the next start', async () => {
    const first = await demo();
    expect(first).toMatchObject({ code: 0, errors: '' });
    const again = await demo();
    expect(again).toMatchObject({ code: 0, errors: '' });
    expect(again.output).not.toContain('password');
    const server = await ServerProcess.start(dataDir);
    const browser = server.browser();
    expect((await browser.get<Post[]>('/api/posts')).body).toHaveLength(2);
    const { views, reactions } = (await browser.get<HealthReport>('/health')).body;
    const head = Math.max(...views.map(({ position }) => position));
    expect(reactions.filter(({ position }) => position < head)).toEqual([]);
    const [, username, password] = /username (\w+), password ([\w-]{16}) /.exec(first.output) ?? [];
    expect((await browser.post('/api/rtm-sys/login', { username, password })).status).toBe(200);
    expect(await server.stop()).toMatchObject({ code: 0 });
    expect((await readdir(dataDir, { recursive: true })).filter((name) => name.endsWith('.eml'))).toEqual([]);
  });
});
