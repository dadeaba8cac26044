import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { sweep } from '../support/scope.js';
import { ServerProcess, runToEnd } from './server-process.js';
import { useFolder } from '../support/folder.js';

const FOOTNOTE = path.join(import.meta.dirname, '../../src/tools/footnote.js');

/** Runs a command as `npm run` does, without a terminal. */
async function tool(name: string, dataDir: string, ...words: string[]) {
  const { code, output, errors } = await runToEnd({ DATA_DIR: dataDir }, [FOOTNOTE, name, ...words]);
  return { code, output: output + errors };
}

/** Commands that need no server, and how each of them ends in a folder where there is nothing to do. */
const later = [
  { words: 'retry', ending: { code: 0, output: expect.stringContaining('0 are left') } },
  { words: 'late-mails', ending: { code: 0, output: '0 mails were not sent because they were too late\n' } },
  { words: 'late-mails send', ending: { code: 2, output: expect.any(String) } },
];

/** Enough to start in production. */
const production = {
  NODE_ENV: 'production',
  OPENAI_API_KEY: 'key',
  PUBLIC_URL: 'https://footnote.example',
  SMTP_URL: 'smtps://mail.example.org',
  MAIL_FROM: 'hello@footnote.example',
  STRIPE_SECRET_KEY: 'rk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_MODE: 'live',
};

const dataDir = useFolder();

describe('the commands of an operator', () => {
  it('are run by the running server, except those that need it stopped', async () => {
    const server = await ServerProcess.start(dataDir);
    const done = [
      tool('rebuild', dataDir, 'accounts'),
      tool('retry', dataDir, 'no-such-one'),
      tool('rebuild', dataDir, 'people', '--dry-run'),
      tool('recover', dataDir, '--reactions', 'here'),
      tool('weeks', dataDir, 'close', '--admin', 'ann'),
      tool('weeks', dataDir, 'undo', '2026-W47', '--admin', 'ann'),
    ];
    const [rebuilt, retried, tried, recovered, closed, undone] = await Promise.all(done);
    expect(rebuilt).toEqual({
      code: 0,
      output: expect.stringMatching(/^accounts: v\d+-2, up to event \d+, 0 parked\n$/),
    });
    expect(tried).toEqual({ code: 0, output: 'people: 0 documents differ. Nothing was changed.\n' });
    expect(
      (await readdir(path.join(dataDir, 'views'))).filter((file) => /^people_.*db$/.test(file)),
    ).toHaveLength(1);
    expect(closed).toEqual({ code: 0, output: 'No week could be closed.\n' });
    expect(undone).toEqual({ code: 1, output: 'The command failed: The week 2026-W47 is not closed.\n' });
    expect(retried).toEqual({
      code: 1,
      output: 'The command failed: there is no reaction named no-such-one\n',
    });
    expect(recovered).toEqual({
      code: 1,
      output: expect.stringContaining('in use by another Footnote process'),
    });
    await server.stop();
  });

  it.each(['moderator', 'finance', 'owner'])(
    'create no %s without an address in production',
    async (role) => {
      const words = ['--username', 'olga', '--role', role];
      const script = [FOOTNOTE, 'admin:create', ...words];
      const { code, errors } = await runToEnd({ ...production, DATA_DIR: dataDir }, script);
      expect([code, errors.split('\n')[0]]).toEqual([
        2,
        '--email is missing: in production every admin needs an address.',
      ]);
    },
  );

  it('are run by the tool itself without a server, also those that adopt a replaced log', async () => {
    expect(await tool('rebuild', dataDir, 'accounts')).toEqual({
      code: 0,
      output: expect.stringMatching(/^accounts: v\d+-2/),
    });
    expect(await tool('rebuild', dataDir, 'weekly', '--dry-run')).toEqual({
      code: 0,
      output: 'weekly: 0 documents differ. Nothing was changed.\n',
    });
    for (const file of await readdir(dataDir)) {
      if (file.startsWith('events.db')) await rm(path.join(dataDir, file));
    }
    const [refused, asking] = await Promise.all([
      runToEnd({ DATA_DIR: dataDir, PORT: '0' }),
      tool('recover', dataDir),
    ]);
    expect(refused.code).toBe(1);
    expect(refused.errors).toMatch(/^.*another log.*npm run recover\n$/);
    expect(asking).toEqual({ code: 2, output: expect.stringContaining('no terminal') });
    expect(await tool('recover', dataDir, '--reactions', 'event', '0')).toEqual({
      code: 0,
      output: expect.stringMatching(/Done: \d+ views were built/),
    });
    for (const { words, ending } of sweep(later, (one) => one.words, ['late-mails'])) {
      const [name = '', ...more] = words.split(' ');
      expect(await tool(name, dataDir, ...more)).toEqual(ending);
    }
  });
});
