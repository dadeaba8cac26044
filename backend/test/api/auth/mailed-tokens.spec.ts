import { hash } from 'node:crypto';
import { Account } from '../../../src/domain/account/account.js';
import { MAIL_KINDS, type MailKind } from '../../../src/domain/account/mail-kind.js';
import type { Mail } from '../../../src/infrastructure/mail/mailer.port.js';
import { ServerSecret } from '../../../src/infrastructure/sessions/server-secret.js';
import type { History } from '../../../src/kernel/history.js';
import { VerificationMail } from '../../../src/reactions/mails/verification-mail.js';
import { ResetTokens, UnsubscribeTokens, VerificationTokens } from '../../../src/site/mailed-tokens.js';
import { unique, useApp } from '../../support/app.js';
import { recorded } from '../../support/given.js';
import { mailsTo } from '../../support/mails.js';
import { registered, verified } from '../../support/people.js';
import { Post, publicUrl, secret, senderOver, unsubscribing } from '../../support/post.js';
import { beforeNext } from '../../support/posts.js';
import { FIRST_TRY } from '../../support/reactions.js';
import type { Visitor } from '../../support/visitor.js';

const ANN = '3f1c9a52-7d0e-4b86-9c41-2a5d8e7f6b10';
const [ours, theirs] = [1, 2].map((byte) => new ServerSecret(Buffer.alloc(32, byte))) as [
  ServerSecret,
  ServerSecret,
];

describe('mailed tokens', () => {
  const tokens = new VerificationTokens(ours);
  const accountId = '7b0d6f3e-1c52-4a8e-b1f7-90c4d2e6a835';
  const token = tokens.issue(accountId, ANN);

  it('can be issued again, name their account and request, and are stored as their SHA-256 hash', () => {
    expect(token).toMatch(/^[\w-]{86}$/);
    expect(tokens.issue(accountId, ANN)).toBe(token);
    expect(tokens.requestOf(token)).toEqual({ accountId, requestId: ANN });
    expect(tokens.hashOf(accountId, ANN)).toBe(hash('sha256', token));
  });

  it('are valid for one purpose and one server (V9.2.2)', () => {
    expect(new ResetTokens(ours).requestOf(token)).toBeNull();
    expect(new VerificationTokens(theirs).requestOf(token)).toBeNull();
  });

  it.each([0, 15, 16, 31, 32, 63])('are invalid once byte %i has changed (V9.1.1)', (at) => {
    const bytes = Buffer.from(token, 'base64url');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    expect(tokens.requestOf(bytes.toString('base64url'))).toBeNull();
  });

  it('have one valid spelling: another text of the same bytes is rejected', () => {
    const spelled = token.slice(0, -1) + String.fromCharCode(token.charCodeAt(85) + 1);
    expect(Buffer.from(spelled, 'base64url')).toEqual(Buffer.from(token, 'base64url'));
    expect(tokens.requestOf(spelled)).toBeNull();
  });

  it.each(['', 'x', 'A'.repeat(63), 'A'.repeat(65), 'A'.repeat(85), 'A'.repeat(87), `${'A'.repeat(63)}=`])(
    'are rejected in the wrong format: %j',
    (text) => expect(tokens.requestOf(text)).toBeNull(),
  );
});

describe('unsubscribe tokens', () => {
  const tokens = new UnsubscribeTokens(ours);

  it.each<[readonly MailKind[]]>([
    [['rating']],
    [['comment']],
    [['achievements']],
    [['rating', 'achievements']],
    [MAIL_KINDS],
  ])('name the account and the kinds of mail: %j', (kinds) => {
    const token = tokens.issue(ANN, kinds);
    expect(token).toMatch(/^[\w-]{50,120}$/);
    expect(tokens.read(token)).toEqual({ accountId: ANN, kinds });
    expect(tokens.issue(ANN, kinds.toReversed())).toBe(token);
  });

  it('are invalid when a single character changes', () => {
    const token = tokens.issue(ANN, ['rating']);
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'A' ? 'B' : 'A';
      expect(tokens.read(token.slice(0, at) + other + token.slice(at + 1))).toBeNull();
    }
  });

  it('are valid only with the secret that signed them, and with at least one kind (V9.2.3)', () => {
    expect(new UnsubscribeTokens(theirs).read(tokens.issue(ANN, MAIL_KINDS))).toBeNull();
    expect(tokens.read(tokens.issue(ANN, []))).toBeNull();
  });

  it.each(['', 'x', '=', '🙂', 'A'.repeat(43), 'A'.repeat(10_000)])('reject %j', (text) => {
    expect(tokens.read(text)).toBeNull();
    expect(tokens.read(`${tokens.issue(ANN, ['rating'])}${text || ' '}`)).toBeNull();
  });
});

describe('unsubscribing', () => {
  const app = useApp();
  const join = () => verified(app, `${unique('ann')}@example.org`);
  const address = (accountId: string, kinds: readonly MailKind[]) =>
    `/api/unsubscribe?token=${new UnsubscribeTokens(app.adapters.secret).issue(accountId, kinds)}`;
  /** Posts like a mail provider: without cookie and origin. */
  const post = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(new URL(path, app.url), { method: 'POST', ...init });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  const ONE_CLICK = 'List-Unsubscribe=One-Click';
  const typed = (type: string): RequestInit => ({ headers: { 'content-type': type }, body: ONE_CLICK });
  const form = typed('application/x-www-form-urlencoded');
  const multipart = () => {
    const body = new FormData();
    body.append('List-Unsubscribe', 'One-Click');
    return { body };
  };
  const done = { status: 200, body: { message: 'You are unsubscribed.' } };
  const wanted = async (browser: Visitor) => {
    const { body } = await browser.me();
    return [
      body.emailNotificationsRating,
      body.emailNotificationsComment,
      body.emailNotificationsAchievements,
    ];
  };

  it.each<[string, () => RequestInit]>([
    ['a form, as mail providers send', () => form],
    ['a multipart form, as RFC 8058 also allows', multipart],
    ['nothing', () => ({})],
    ['a body without a type', () => ({ body: Buffer.from(ONE_CLICK) })],
    ...['text/plain', 'text/html', 'application/json', 'application/octet-stream', 'nonsense', ''].map(
      (type): [string, () => RequestInit] => [`a body of the type '${type}'`, () => typed(type)],
    ),
  ])('needs no login and no origin: a post of %s stops the kinds in the token', async (_, init) => {
    const { browser, user } = await join();
    expect(await wanted(browser)).toEqual([true, true, true]);
    expect(await post(address(user.id, ['comment']), init())).toEqual(done);
    expect(await wanted(browser)).toEqual([true, false, true]);
  });

  it('can be repeated, and keeps what another token has stopped', async () => {
    const { browser, user } = await join();
    for (let time = 0; time < 3; time += 1) expect(await post(address(user.id, ['rating']))).toEqual(done);
    await post(address(user.id, ['achievements']), form);
    expect(await wanted(browser)).toEqual([false, true, false]);
    const events = await app.adapters.storage.log.readStream(`account-${user.id}`);
    const changes = events.filter(({ type }) => type === 'EmailPreferencesChanged');
    expect(changes).toHaveLength(2);
    expect(changes[0]?.metadata).toMatchObject({ actor: { kind: 'user', id: user.id } });
  });

  it('does not undo an unsubscription that happens at the same time', async () => {
    const { browser, user } = await join();
    beforeNext(app, Account.commands.ChangeEmailPreferences, () => post(address(user.id, ['comment'])));
    expect(await post(address(user.id, ['rating']))).toEqual(done);
    expect(await wanted(browser)).toEqual([false, false, true]);
  });

  it('stops all mails with the token of a security mail', async () => {
    const { browser, user } = await registered(app, `${unique('cleo')}@example.org`);
    const [mail] = await mailsTo(app, user.email, 1);
    expect(await post(mail?.unsubscribe ?? '')).toEqual(done);
    expect(await wanted(browser)).toEqual([false, false, false]);
  });

  it('needs a POST: a GET only shows what would stop, to a browser on the screen (V3.5.3)', async () => {
    const { browser, user } = await join();
    const path = address(user.id, ['rating', 'comment']);
    const open = async (accept: string) => {
      const { status, body, headers } = await app.browser().request('GET', path, { headers: { accept } });
      return [status, headers.get('vary'), headers.get('location') ?? body];
    };
    for (const accept of ['application/json', '*/*']) {
      expect(await open(accept)).toEqual([200, 'Accept', { kinds: ['rating', 'comment'] }]);
    }
    for (const accept of ['text/html,*/*;q=0.8', 'text/html', 'application/json;q=0.5, text/html']) {
      expect(await open(accept)).toEqual([303, 'Accept', path.replace('/api', '')]);
    }
    expect(await wanted(browser)).toEqual([true, true, true]);
  });

  it('changes nothing for an account that does not exist', async () => {
    const nobody = crypto.randomUUID();
    expect(await post(address(nobody, MAIL_KINDS), form)).toEqual(done);
    expect(await app.adapters.storage.log.readStream(`account-${nobody}`)).toEqual([]);
  });

  it.each(['', '?token=', '?token=nonsense', `?token=${'A'.repeat(4000)}`, '?token=a&token=b'])(
    'rejects the token in %j',
    async (query) => {
      const refused = {
        status: 400,
        body: expect.objectContaining({ code: 'invalid', message: 'This link is not valid.' }),
      };
      expect(await post(`/api/unsubscribe${query}`, form)).toEqual(refused);
      expect(await app.browser().get(`/api/unsubscribe${query}`)).toMatchObject(refused);
    },
  );

  it('is the only change that other sites may make (V3.5.2)', async () => {
    const json = { headers: { 'content-type': 'application/json' }, body: '{}' };
    for (const [path, body] of [
      ['/api/auth/logout', {}],
      ['/api/auth/login', json],
      ['/api/upload', form],
    ] as const) {
      expect(await post(path, body)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
  });
});

describe('the verification mail', () => {
  const tokens = new VerificationTokens(secret);
  const link = `https://footnote.example/verify-email?token=${tokens.issue('ann', ANN)}`;
  /** The mails sent when Ann requests a verification while `owner` has verified her address. */
  const react = async (owner: string | null, email: string | null = 'ann@example.org'): Promise<Mail[]> => {
    const mailer = new Post();
    const claims = owner
      ? recorded([{ type: 'EmailClaimed', data: { emailHash: 'e1', accountId: owner } }])
      : [];
    const history: History = {
      of: (stream) => Promise.resolve(stream === 'email-e1' ? claims : []),
      readable: () => Promise.resolve({ events: [], undecodable: [] }),
      at: () => Promise.resolve(new Map()),
    };
    const reaction = new VerificationMail(senderOver(mailer, {}), history, tokens);
    const username = 'SunnyOtter4821';
    const request = { verificationId: ANN, tokenHash: 't', expiresAt: 'x' };
    const data = { accountId: 'ann', email, emailHash: 'e1', username, ...request };
    const [event] = recorded([{ type: 'VerificationRequested', data }]);
    await reaction.on.VerificationRequested?.(event as never, FIRST_TRY);
    return mailer.mails;
  };

  it('carries the link as text and HTML, under an id derived from the request', async () => {
    const [mail, ...more] = await react(null);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      id: ANN,
      to: 'ann@example.org',
      subject: 'Please verify your email address',
    });
    expect(mail?.text).toContain(link);
    expect(mail?.text).toContain('your account SunnyOtter4821 is ready');
    expect(mail?.html).toContain(`href="${link}"`);
    expect(await react(null)).toEqual([mail]);
  });

  it('carries the link also when the account itself has verified the address', async () => {
    expect((await react('ann'))[0]?.text).toContain(link);
  });

  it('says that an account exists, and carries no verification link, when another account has verified the address', async () => {
    const [mail] = await react('bob');
    expect(mail).toMatchObject({ id: ANN, to: 'ann@example.org', subject: 'You already have an account' });
    expect(mail?.text).toContain('https://footnote.example/login');
    expect(`${mail?.text}${mail?.html}`).not.toContain('verify-email');
  });

  it.each([
    ['the account that asks', null, 'ann'],
    ['the account that has verified the address', 'bob', 'bob'],
  ])('carries a link that unsubscribes %s', async (_, owner, accountId) => {
    const [mail] = await react(owner);
    const token = unsubscribing.issue(accountId, MAIL_KINDS);
    expect(mail?.unsubscribe).toBe(`${publicUrl}/api/unsubscribe?token=${token}`);
    expect(mail?.text).toContain(`${publicUrl}/unsubscribe?token=${token}`);
  });

  it('is not sent when the address is gone', async () => {
    expect(await react(null, null)).toEqual([]);
  });
});
