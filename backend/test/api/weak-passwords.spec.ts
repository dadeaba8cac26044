import { Passwords } from '../../src/api/auth/passwords.js';
import { Accounts } from '../../src/api/http/accounts.js';
import { ChangePassword } from '../../src/domain/account/account.commands.js';
import { isCommonPassword, refuseOwnEmail, weakness } from '../../src/api/auth/weak-passwords.js';
import type { InvalidRequestException } from '../../src/api/http/validation.js';
import { useApp } from '../support/app.js';
import { mailsTo } from '../support/mails.js';
import { PASSWORD } from '../support/visitor.js';
import { verified } from '../support/people.js';
import { send } from '../support/posts.js';

const COMMON = 'This password is too common. Please choose another one';
const SITE = 'A password cannot be the name of this site. Please choose another one';
const BLANK = 'A password cannot be only blanks';
const OWN = 'A password cannot be your email address. Please choose another one';

describe('a new password', () => {
  it.each(['password', 'password ', 'PASSWORD1', '12345678', 'iloveyou', 'ｐａｓｓｗｏｒｄ', 'qwertyuiop'])(
    'cannot be one of the most common: %s',
    (password) => expect(weakness(password)).toBe(COMMON),
  );

  it('cannot be the rarest of the 100,000 most common, and can be the next one', () => {
    expect(['07021954', '07012006'].map(isCommonPassword)).toEqual([true, false]);
  });

  it.each([
    'Footnote',
    'footnote!',
    'Foot-Note 2026',
    'FOOTNOTEfootnote',
    'Ϝootnote',
    'F00tnote!',
    'F00tnote2026',
    'footnote.localhost',
    'www.footnote.example',
  ])('cannot be the name of the site: %s', (password) => expect(weakness(password)).toBe(SITE));

  it.each([
    '        ',
    '\t\t\t\t\t\t\t\t',
    '\u00a0\u2003\u3000        ',
    '\u3164\u3164\u3164\u3164\u3164\u3164\u3164\u3164',
    '\u2800\u2800\u2800\u2800\u2800\u2800\u2800\u2800',
    '\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b',
  ])('cannot be only blanks: %j', (password) => expect(weakness(password)).toBe(BLANK));

  it.each([PASSWORD, 'a footnote on page 7', 'annotated feet', 'пароль на каждый день', '🦶🦶🦶🦶🦶🦶🦶🦶'])(
    'can be %s (V6.2.5)',
    (password) => expect(weakness(password)).toBeNull(),
  );

  const refused = (password: string, email: string) => {
    try {
      refuseOwnEmail('password', password, email);
      return null;
    } catch (error) {
      return (error as InvalidRequestException).errors;
    }
  };

  it.each([
    ['ann.walker@example.org', 'ann.walker@example.org'],
    ['Ann.Walker@Example.ORG', 'ann.walker@example.org'],
    ['ann.walker@example.org!!', 'ann.walker@example.org'],
    ['ann.walker', 'ann.walker@example.org'],
    ['AnnWalker', 'ann.walker@example.org'],
    ['annwalker1984', 'ann.walker@example.org'],
    ['ann.walker', 'ann.walker+feet@example.org'],
    ['anniannianni', 'anni@example.org'],
    ['annwalkerexampleorg', 'ann.walker@example.org'],
    ['0171555123', '0171555123@example.org'],
  ])('cannot be %s of %s', (password, email) =>
    expect(refused(password, email)).toEqual({ password: [OWN] }),
  );

  it.each([
    ['annwalkerlikesfeet', 'ann.walker@example.org'],
    ['example.org', 'ann.walker@example.org'],
    ['aaaaaaaab', 'a@example.org'],
    ['12345678901', 'ann@example.org'],
  ])('can be %s of %s', (password, email) => expect(refused(password, email)).toBeNull());
});

describe('the rules for new passwords', () => {
  const app = useApp();
  it('hold at registration', async () => {
    const register = (password: string) => app.browser().register('new.person@example.org', password);
    for (const [password, message] of [
      ['new.person', OWN],
      ['        ', BLANK],
      ['Footnote1', SITE],
      ['password1', COMMON],
    ] as const) {
      expect(await register(password)).toMatchObject({
        status: 400,
        body: { errors: { password: [message] } },
      });
    }
    expect((await register(PASSWORD)).status).toBe(201);
  });

  it('hold at a change and a reset, where the email is not in the request', async () => {
    const email = 'old.person@example.org';
    const { browser } = await verified(app, email);
    for (const [newPassword, message] of [
      ['Old.Person1', OWN],
      ['        ', BLANK],
      ['footnote', SITE],
    ] as const) {
      expect(
        await browser.put('/api/auth/update-password', { currentPassword: PASSWORD, newPassword }),
      ).toMatchObject({ status: 400, body: { errors: { newPassword: [message] } } });
    }
    await browser.post('/api/auth/forgot-password', { email });
    const [, mail] = await mailsTo(app, email, 2);
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    const reset = (password: string) => app.browser().post('/api/auth/reset-password', { token, password });
    expect(await reset('Old.Person1')).toMatchObject({ status: 400, body: { errors: { password: [OWN] } } });
    expect((await browser.me()).status).toBe(200);
    expect((await reset('another walk at dusk')).status).toBe(200);
  });

  it('do not lock out people who chose such a password before', async () => {
    const email = 'earlier@example.org';
    const { browser, user } = await verified(app, email);
    const currentHash = (await app.server.get(Accounts, { strict: false }).passwordHash(user.id)) ?? '';
    const passwordHash = await app.server.get(Passwords, { strict: false }).hash('password');
    await send(app, new ChangePassword({ accountId: user.id, currentHash, passwordHash }));
    expect((await browser.login(email, 'password')).status).toBe(200);
  });
});
