import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FolderSecurityLog } from '../../src/infrastructure/security-log/pino-security-log.js';

describe('the files of the security log', () => {
  const day = (number: number) => new Date(Date.UTC(2026, 10, number, 23, 59));
  const entry = { event: 'sign-in-failed', account: null, network: null } as const;
  let folder: string;
  const errors: unknown[] = [];

  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'footnote-security-')), 'security');
    errors.length = 0;
  });

  afterEach(() => rm(path.dirname(folder), { recursive: true }));

  it('are one a day, kept for 30 days', async () => {
    const log = new FolderSecurityLog(folder, (error) => errors.push(error));
    log.record(entry, day(1));
    log.record(entry, day(2));
    log.record(entry, day(2));
    expect(await readdir(folder)).toEqual(['security-2026-11-01.log', 'security-2026-11-02.log']);
    expect((await readFile(path.join(folder, 'security-2026-11-02.log'), 'utf8')).split('\n')).toHaveLength(
      3,
    );
    log.record(entry, day(31));
    expect(await readdir(folder)).toHaveLength(3);
    log.record(entry, day(32));
    expect(await readdir(folder)).toEqual([
      'security-2026-11-02.log',
      'security-2026-12-01.log',
      'security-2026-12-02.log',
    ]);
    await log.close();
    expect(errors).toEqual([]);
  });

  it('that cannot be written are told, and stop nothing', async () => {
    const log = new FolderSecurityLog('/dev/null/security', (error) => errors.push(error));
    log.record(entry, day(1));
    log.record(entry, day(1));
    await log.close();
    expect(errors).toHaveLength(2);
  });
});
