import { Passwords } from '../../../src/api/auth/passwords.js';
import { AdminCredentials } from '../../../src/api/admin/admin-credentials.service.js';
import { Accounts } from '../../../src/api/http/accounts.js';
import { Account } from '../../../src/domain/account/account.js';
import { isListed, ownWeakness, weakness } from '../../../src/api/auth/weak-passwords.js';
import { unique, useApp } from '../../support/app.js';
import { newAdmin, signedInAdmin } from '../../support/admins.js';
import { ADMIN_PASSWORD, DESK } from '../../support/desk.js';
import { mailsTo } from '../../support/mails.js';
import { PASSWORD } from '../../support/visitor.js';
import { verified } from '../../support/people.js';
import { send } from '../../support/posts.js';

const COMMON = 'This password is too common. Please choose another one';
const SITE = 'A password cannot be the name of this site. Please choose another one';
const BLANK = 'A password cannot be only blanks';
const NAME = 'A password cannot be your name. Please choose another one';
const OWN = 'A password cannot be your email address. Please choose another one';

describe('a new password', () => {
  it.each(['password', 'password ', 'PASSWORD1', '12345678', 'iloveyou', 'ｐａｓｓｗｏｒｄ', 'qwertyuiop'])(
    'cannot be one of the most common: %s',
    (password) => expect(weakness(password)).toBe(COMMON),
  );

  it.each(['P@ssw0rd2026!', '!!sunshine!!', 'pa$$w0rd', 'passwordpassword', 'Pr1ncessPr1ncess', 'mo0nl!ght'])(
    'cannot be a common one in another form: %s',
    (password) => expect(weakness(password)).toBe(COMMON),
  );

  it.each(['sunshine and rain', 'passwords are hard', 'unsunshine', '2026 sunsets'])(
    'can have a common one inside: %s',
    (password) => expect(weakness(password)).toBeNull(),
  );

  it('cannot be one of the 3,000 most common of the length that admins need (V6.2.4)', () => {
    // The 600th and the 3,000th of them.
    expect(['qwerqwerqwer', 'eveningcucumber'].map(isListed)).toEqual([true, true]);
  });

  it('cannot be the rarest of the 100,000 most common, and can be the next one', () => {
    expect(['07021954', '07012006'].map(isListed)).toEqual([true, false]);
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
  ])('cannot be the name of the site: %s (V6.2.11)', (password) => expect(weakness(password)).toBe(SITE));

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

  const refused = (password: string, email: string | null, ...names: string[]) =>
    ownWeakness(password, { email, names });

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
  ])('cannot be %s of %s', (password, email) => expect(refused(password, email)).toBe(OWN));

  it.each([
    ['annwalkerlikesfeet', 'ann.walker@example.org'],
    ['example.org', 'ann.walker@example.org'],
    ['aaaaaaaab', 'a@example.org'],
    ['12345678901', 'ann@example.org'],
  ])('can be %s of %s', (password, email) => expect(refused(password, email)).toBeNull());
});

describe('a new password of a person with a name', () => {
  const refused = (password: string, ...names: string[]) => ownWeakness(password, { email: null, names });

  it.each([
    ['SunnyOtter4821', 'SunnyOtter4821'],
    ['SunnyOtter4821SunnyOtter4821', 'SunnyOtter4821'],
    ['sunny.otter', 'SunnyOtter4821'],
    ['0lga-0lga-2026', 'olga'],
    ['olgaolgaolga', 'olga'],
    ['Ann Walker!!', 'Ann Walker'],
    ['20262026', '2026'],
  ])('cannot be %s of %s', (password, name) => expect(refused(password, name)).toBe(NAME));

  it('cannot be put together from what others know', () =>
    expect(ownWeakness('Footnote-Olga-olga.m', { email: 'olga.m@example.org', names: ['olga'] })).toMatch(
      'put together from your name',
    ));

  it.each([
    ['olga walks at dusk', 'olga'],
    ['SunnyOtterLake', 'SunnyOtter4821'],
    ['mannheim', 'ann'],
    ['axaxaxax', 'ax'],
  ])('can be %s of %s', (password, name) => expect(refused(password, name)).toBeNull());
});

describe('the rules for new passwords', () => {
  const app = useApp();

  it('hold at registration', async () => {
    const name = unique('new.person');
    const register = (password: string) => app.browser().register(`${name}@example.org`, password);
    for (const [password, message] of [
      [name, OWN],
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
    const { browser, user } = await verified(app, `${unique('old.person')}@example.org`);
    const own = user.email.replace('@example.org', '');
    for (const [newPassword, message] of [
      [own, OWN],
      [user.anonymousUsername, NAME],
    ] as const) {
      expect(
        await browser.put('/api/auth/update-password', { currentPassword: PASSWORD, newPassword }),
      ).toMatchObject({ status: 400, body: { errors: { newPassword: [message] } } });
    }
    await browser.post('/api/auth/forgot-password', { email: user.email });
    const [, mail] = await mailsTo(app, user.email, 2);
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    const reset = (password: string) => app.browser().post('/api/auth/reset-password', { token, password });
    expect(await reset(own)).toMatchObject({ status: 400, body: { errors: { password: [OWN] } } });
    expect((await browser.me()).status).toBe(200);
    expect((await reset('another walk at dusk')).status).toBe(200);
  });

  it('hold for admins, also in a terminal', async () => {
    const credentials = app.server.get(AdminCredentials, { strict: false });
    const username = unique('olga.admin');
    for (const [password, message] of [
      ['Everybodylies1', COMMON],
      [`${username}.${username}`, NAME],
      ['olga.a@example.org', OWN],
      ['Footnotefootnote', SITE],
      ['x'.repeat(129), 'Password must be at most 128 characters'],
    ] as const) {
      const login = { username, email: 'olga.a@example.org', password, role: 'owner' } as const;
      await expect(credentials.create(login)).rejects.toThrow(message);
    }
    await newAdmin(app, username, 'owner');
    const olga = await signedInAdmin(app, username);
    const change = { currentPassword: ADMIN_PASSWORD, newPassword: `${username.replace('.', '')}!!!` };
    expect(await olga.put(`${DESK}/password`, change)).toMatchObject({
      status: 400,
      body: { errors: { newPassword: [NAME] } },
    });
  });

  it('do not lock out people who chose such a password before', async () => {
    const { browser, user } = await verified(app, `${unique('earlier')}@example.org`);
    const currentHash = (await app.server.get(Accounts, { strict: false }).passwordHash(user.id)) ?? '';
    const passwordHash = await app.server.get(Passwords, { strict: false }).hash('password');
    await send(app, Account.ChangePassword({ accountId: user.id, currentHash, passwordHash }));
    expect((await browser.login(user.email, 'password')).status).toBe(200);
  });
});
