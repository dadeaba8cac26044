import { CommandBus, type ICommand } from '@nestjs/cqrs';
import { UnsubscribeTokens } from '../../src/site/mailed-tokens.js';
import { MAIL_KINDS, type MailKind } from '../../src/domain/account/mail-kind.js';
import { ServerSecret } from '../../src/infrastructure/sessions/server-secret.js';
import { useOwnApp } from '../support/app.js';
import { mailsTo } from '../support/mails.js';
import { registered, verified } from '../support/people.js';
import type { Visitor } from '../support/visitor.js';

const ANN = '3f1c9a52-7d0e-4b86-9c41-2a5d8e7f6b10';

describe('unsubscribe tokens', () => {
  const tokens = new UnsubscribeTokens(new ServerSecret(Buffer.alloc(32, 1)));

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
    const elsewhere = new UnsubscribeTokens(new ServerSecret(Buffer.alloc(32, 2)));
    expect(elsewhere.read(tokens.issue(ANN, MAIL_KINDS))).toBeNull();
    expect(tokens.read(tokens.issue(ANN, []))).toBeNull();
  });

  it.each(['', 'x', '=', '🙂', 'A'.repeat(43), 'A'.repeat(10_000)])('reject %j', (text) => {
    expect(tokens.read(text)).toBeNull();
    expect(tokens.read(`${tokens.issue(ANN, ['rating'])}${text || ' '}`)).toBeNull();
  });
});

describe('unsubscribing', () => {
  const app = useOwnApp('not shared yet');
  let tokens: UnsubscribeTokens;

  beforeAll(async () => {
    tokens = new UnsubscribeTokens(app.adapters.secret);
  });
  const address = (accountId: string, kinds: readonly MailKind[]) =>
    `/api/unsubscribe?token=${tokens.issue(accountId, kinds)}`;
  /** Posts like a mail provider: without cookie and origin. */
  const post = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(new URL(path, app.url), { method: 'POST', ...init });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  const form = (): RequestInit => ({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  const multipart = (): RequestInit => {
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

  it.each([
    ['a form, as mail providers send', form],
    ['a multipart form, as RFC 8058 also allows', multipart],
    ['nothing', () => ({})],
    ['a body without a type', () => ({ body: Buffer.from('List-Unsubscribe=One-Click') })],
    ...['text/plain', 'text/html', 'application/json', 'application/octet-stream', 'nonsense', ''].map(
      (type): [string, () => RequestInit] => [
        `a body of the type '${type}'`,
        () => ({ headers: { 'content-type': type }, body: 'List-Unsubscribe=One-Click' }),
      ],
    ),
  ])('needs no login and no origin: a post of %s stops the kinds in the token', async (name, init) => {
    const { browser, user } = await verified(app, `ann-${name.replace(/\W+/g, '-')}end@example.org`);
    expect(await wanted(browser)).toEqual([true, true, true]);
    expect(await post(address(user.id, ['comment']), init())).toEqual(done);
    expect(await wanted(browser)).toEqual([true, false, true]);
  });

  it('can be repeated, and keeps what another token has stopped', async () => {
    const { browser, user } = await verified(app, 'bea@example.org');
    for (let time = 0; time < 3; time += 1) {
      expect(await post(address(user.id, ['rating']), form())).toEqual(done);
    }
    expect(await wanted(browser)).toEqual([false, true, true]);
    await post(address(user.id, ['achievements']), form());
    expect(await wanted(browser)).toEqual([false, true, false]);
    const changes = (await app.adapters.storage.log.readStream(`account-${user.id}`)).filter(
      ({ type }) => type === 'EmailPreferencesChanged',
    );
    expect(changes).toHaveLength(2);
    expect(changes[0]?.metadata).toMatchObject({ actor: { kind: 'user', id: user.id } });
  });

  it('does not undo an unsubscription that happens at the same time', async () => {
    const { browser, user } = await verified(app, 'abel@example.org');
    const commands = app.server.get(CommandBus, { strict: false });
    const execute = commands.execute.bind(commands);
    commands.execute = async (command: ICommand) => {
      commands.execute = execute;
      await post(address(user.id, ['comment']), form());
      return execute(command);
    };
    expect(await post(address(user.id, ['rating']), form())).toEqual(done);
    expect(await wanted(browser)).toEqual([false, false, true]);
  });

  it('stops all mails with the token of a security mail', async () => {
    const { browser } = await registered(app, 'cleo@example.org');
    const [mail] = await mailsTo(app, 'cleo@example.org', 1);
    expect(await post(mail?.unsubscribe ?? '', form())).toEqual(done);
    expect(await wanted(browser)).toEqual([false, false, false]);
  });

  it('needs a POST: a GET only shows what would stop (V3.5.3)', async () => {
    const { browser, user } = await verified(app, 'dora@example.org');
    const path = address(user.id, ['rating', 'comment']);
    expect(await app.browser().get(path)).toMatchObject({
      status: 200,
      body: { kinds: ['rating', 'comment'] },
    });
    expect(await wanted(browser)).toEqual([true, true, true]);
  });

  it.each([
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'text/html',
    'application/json;q=0.5, text/html',
  ])('redirects a browser that opens the address to the screen: %s', async (accept) => {
    const { browser, user } = await verified(app, `gil-${accept.length}@example.org`);
    const path = address(user.id, ['rating']);
    const answer = await app.browser().request('GET', path, { headers: { accept } });
    expect([answer.status, answer.headers.get('vary'), answer.headers.get('location')]).toEqual([
      303,
      'Accept',
      path.replace('/api', ''),
    ]);
    expect(await wanted(browser)).toEqual([true, true, true]);
  });

  it.each(['application/json', '*/*'])('shows other clients what would stop: %s', async (accept) => {
    const answer = await app.browser().request('GET', address(ANN, ['comment']), { headers: { accept } });
    expect(answer).toMatchObject({ status: 200, body: { kinds: ['comment'] } });
    expect(answer.headers.get('vary')).toBe('Accept');
  });

  it('changes nothing for an account that no longer exists', async () => {
    expect(await post(address(ANN, MAIL_KINDS), form())).toEqual(done);
    expect(await app.adapters.storage.log.readStream(`account-${ANN}`)).toEqual([]);
  });

  it.each(['', '?token=', '?token=nonsense', `?token=${'A'.repeat(4000)}`, '?token=a&token=b'])(
    'rejects the token in %j',
    async (query) => {
      const refused = {
        status: 400,
        body: expect.objectContaining({ code: 'invalid', message: 'This link is not valid.' }),
      };
      expect(await post(`/api/unsubscribe${query}`, form())).toEqual(refused);
      expect(await app.browser().get(`/api/unsubscribe${query}`)).toMatchObject(refused);
    },
  );

  it('is the only change that other sites may make (V3.5.2)', async () => {
    const json = { headers: { 'content-type': 'application/json' }, body: '{}' };
    for (const [path, body] of [
      ['/api/auth/logout', {}],
      ['/api/auth/login', json],
      ['/api/upload', form()],
    ] as const) {
      expect(await post(path, body)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
  });
});
