import { readFileSync } from 'node:fs';
import path from 'node:path';
import { asFootnote } from '../../src/kernel/cli-command-text.js';
import { runToEnd } from '../crash/server-process.js';
import { SmtpPostOffice } from '../support/smtp.js';

const FOOTNOTE = path.join(import.meta.dirname, '../../src/tools/footnote.js');
const ROOT = path.join(import.meta.dirname, '../../../..');

const footnote = (...words: string[]) => runToEnd({}, [FOOTNOTE, ...words]);

describe('footnote mail:test', () => {
  const sendBy = (url: string, to = 'ann@example.org') =>
    runToEnd({ SMTP_URL: url, MAIL_FROM: 'hello@footnote.example' }, [FOOTNOTE, 'mail:test', to]);

  it('sends one mail, or says what is wrong', async () => {
    const office = await new SmtpPostOffice().listen();
    const strict = await new SmtpPostOffice().listen();
    strict.refuse = { to: '550 no such user\u009b <ann@example.org>' };
    const { port } = office;
    const [sent, login, refused, none, wrong] = await Promise.all([
      sendBy(office.url),
      sendBy(`smtp://ann:wrong@127.0.0.1:${port}`),
      sendBy(strict.url),
      sendBy(''),
      sendBy(office.url, 'ann'),
    ]);
    await office.close();
    await strict.close();
    expect(office.taken.map(({ to, from }) => [to?.[0]?.address, from?.address])).toEqual([
      ['ann@example.org', 'hello@footnote.example'],
    ]);
    expect(sent).toMatchObject({
      code: 0,
      output: 'The mail server took a mail from hello@footnote.example to ann@example.org.\n',
      errors: '',
    });
    expect(login).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^The mail was not sent: the mail server refuses the login: .*535 no\n$/),
    });
    expect(login.errors).not.toContain('wrong');
    expect(refused).toMatchObject({
      code: 1,
      errors:
        'The mail was not sent: answer 550 to RCPT TO. The mail server said: 550 no such user  <ann@example.org>\n',
    });
    expect(none).toMatchObject({
      code: 1,
      errors: 'The mail was not sent: SMTP_URL is not set, so mails stay in DATA_DIR/mail.\n',
    });
    expect(wrong).toMatchObject({ code: 2, output: '' });
  });
});

const { scripts: SCRIPTS } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** The npm scripts that run a command of operators, with that command. */
function scriptsOfOperators(): Record<string, string> {
  const commands = Object.entries(SCRIPTS).flatMap(([name, line]) => {
    const command = /footnote\.js (\S+)$/.exec(line)?.[1];
    return command ? [[name, command] as const] : [];
  });
  return Object.fromEntries(commands);
}

const commandsIn = (help: string) =>
  [...help.matchAll(/^ {2}([a-z:-]+) {2,}[a-z]/gm)].map(([, name = '']) => name);

describe('footnote', () => {
  it('lists every command with one line, and npm has a script of the same name for each', async () => {
    const { code, output, errors } = await footnote('--help');
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const commands = commandsIn(output);
    expect(commands).toContain('admin:create');
    expect(scriptsOfOperators()).toEqual(Object.fromEntries(commands.map((name) => [name, name])));
  });

  it.each(['README.md', 'docs/operations.md'])('has every command that %s names', async (page) => {
    const text = readFileSync(path.join(ROOT, page), 'utf8');
    const named = [...text.matchAll(/\bfootnote ([a-z][a-z:-]*)/g)].map(([, name = '']) => name);
    const scripts = [...text.matchAll(/\bnpm run ([a-z][a-z:-]*)/g)].map(([, name = '']) => name);
    expect(named).not.toEqual([]);
    const known = commandsIn((await footnote('--help')).output);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
    expect(scripts.filter((name) => !Object.hasOwn(SCRIPTS, name))).toEqual([]);
  });

  it('gives a login no address that an account could not get', async () => {
    const login = ['--username', 'nina', '--role', 'owner', '--email', 'ä@example.org'];
    expect(await footnote('admin:create', ...login)).toMatchObject({
      code: 2,
      errors: expect.stringContaining('--email is not an address.'),
    });
  });

  it('refuses an unknown command and a missing one with the list and code 2', async () => {
    const [unknown, inherited, missing] = await Promise.all([
      footnote('rebiuld', '--all'),
      footnote('toString'),
      footnote(),
    ]);
    expect(unknown).toMatchObject({ code: 2, output: '' });
    expect(unknown.errors).toMatch(/^There is no command named rebiuld\.\n/);
    expect(commandsIn(unknown.errors)).toContain('rebuild');
    expect(inherited).toMatchObject({ code: 2, output: '' });
    expect(missing).toMatchObject({
      code: 2,
      output: '',
      errors: expect.stringMatching(/^Name a command\.\n/),
    });
  });

  it('gives a command the rest of the command line, and takes its exit code', async () => {
    const { code, output, errors } = await footnote('weeks', 'undo', 'never', '--admin', 'ann');
    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(errors).toMatch(/^The arguments are "close", or "undo" and a week\.\n/);
  });
});

describe('asFootnote', () => {
  it('names commands as one types them where there are no npm scripts', () => {
    expect(asFootnote('  npm run keys -- accept-loss\n')).toBe('  footnote keys accept-loss\n');
    expect(asFootnote('npm run admin:create -- --username NAME')).toBe(
      'footnote admin:create --username NAME',
    );
    expect(asFootnote('npm run retry\nnpm run late-mails shows')).toBe(
      'footnote retry\nfootnote late-mails shows',
    );
  });
});
