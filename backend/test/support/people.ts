import type { Type } from '@nestjs/common';
import { Registration } from '../../src/api/auth/registration.service.js';
import { Verifications } from '../../src/api/auth/verification.service.js';
import { Accounts } from '../../src/api/http/accounts.js';
import { AnonymousUploadCookie } from '../../src/api/http/anonymous-upload-cookie.js';
import { KnownDeviceCookie } from '../../src/api/http/known-device-cookie.js';
import { normaliseEmail } from '../../src/api/http/email-address.js';
import { Sessions } from '../../src/api/http/sessions.js';
import { causedBy } from '../../src/kernel/causation.js';
import type { User } from '../../src/projections/accounts/accounts.js';
import { VerificationTokens } from '../../src/site/mailed-tokens.js';
import { type AppInUse, type RunningApp, unique } from './app.js';
import { mailed, mailsTo, tokenIn } from './mails.js';
import { PASSWORD, Visitor } from './visitor.js';

/** A browser whose owner has registered, by a request: for tests of signing up. */
export async function signedUp(
  app: RunningApp,
  email: string,
  password = PASSWORD,
  browser = app.browser(),
): Promise<{ browser: Visitor; user: User }> {
  const { status, body } = await browser.register(email, password);
  if (status !== 201)
    throw new Error(`registering ${email} was answered with ${status}: ${JSON.stringify(body)}`);
  return { browser, user: body };
}

/** Signs a person up without a request: with the services behind it, which send the commands, and with a session. */
class Newcomer {
  accountId = '';
  private readonly request = { cookies: {}, headers: { 'user-agent': 'node' }, ip: '127.0.0.1' };
  private readonly reply = {
    setCookie: (name: string, value: string) => this.browser.cookies.set(name, value),
    clearCookie: (name: string) => this.browser.cookies.delete(name),
  };

  constructor(
    private readonly app: RunningApp,
    private readonly browser: Visitor,
  ) {
    Object.assign(this.request.cookies, Object.fromEntries(browser.cookies));
  }

  async register(email: string, password: string): Promise<void> {
    const { photoIds } = this.part(AnonymousUploadCookie).read(this.request as never, null);
    this.accountId = await this.part(Registration).register(normaliseEmail(email), password, photoIds);
  }

  /** Opens the link in the mail. */
  async verify(email: string): Promise<void> {
    const { accountId } = this;
    const state = await this.part(Accounts).state(accountId);
    if (!state?.verification) throw new Error(`${email} has no link to open`);
    const { verificationId: id } = state.verification;
    await mailed(this.app, normaliseEmail(email), id);
    const token = this.part(VerificationTokens).issue(accountId, id);
    await this.part(Verifications).accept(token, { signedIn: null, registeredHere: accountId });
  }

  async signIn(): Promise<{ browser: Visitor; user: User }> {
    const cookies = [this.request as never, this.reply as never] as const;
    await this.part(Sessions).start(...cookies, this.accountId);
    const user = await this.part(Accounts).present(this.accountId);
    this.part(KnownDeviceCookie).remember(...cookies, user);
    return { browser: this.browser, user };
  }

  private part<Part>(type: Type<Part>): Part {
    return this.app.server.get(type, { strict: false });
  }
}

const AS_VISITOR = {
  actor: { kind: 'visitor', id: null },
  requestId: null,
  correlationId: 'test',
  causationId: 'test',
} as const;

/** Makes an account, with a verified address or not, and signs nobody in. */
export async function join(
  app: RunningApp,
  email: string,
  password: string,
  isVerified: boolean,
  browser = app.browser(),
): Promise<Newcomer> {
  const newcomer = new Newcomer(app, browser);
  await causedBy(AS_VISITOR, async () => {
    await newcomer.register(email, password);
    if (isVerified) await newcomer.verify(email);
  });
  return newcomer;
}

/** A person who has registered, with an unverified address. */
export async function registered(
  app: RunningApp,
  email: string,
  password = PASSWORD,
  browser = app.browser(),
): Promise<{ browser: Visitor; user: User }> {
  return (await join(app, email, password, false, browser)).signIn();
}

/** A person who has registered and opened the link in the mail. */
export async function verified(
  app: RunningApp,
  email: string,
  browser = app.browser(),
): Promise<{ browser: Visitor; user: User }> {
  return (await join(app, email, PASSWORD, true, browser)).signIn();
}

/** The token in the newest mail to an address. */
export async function mailedToken(app: RunningApp, email: string): Promise<string> {
  return tokenIn((await mailsTo(app, email, 1)).at(-1));
}

/** Makes people who have registered and opened the link in the mail, each with an address of their own. */
export function joining(app: RunningApp, name: string): () => Promise<{ browser: Visitor; user: User }> {
  let people = 0;
  return () => {
    people += 1;
    return verified(app, `${name}${people}@example.org`);
  };
}

/** A person of {@link usePerson}, in their browser. */
export class Person extends Visitor {
  private joined: User | null = null;

  /** What the site said when they had verified their address. */
  get user(): User {
    if (!this.joined) throw new Error('this person joins when the server starts');
    return this.joined;
  }

  get id(): string {
    return this.user.id;
  }

  get email(): string {
    return this.user.email;
  }

  async join(app: RunningApp, email: string): Promise<void> {
    this.cookies.clear();
    this.joined = (await verified(app, email, this)).user;
  }
}

/**
 * A person who has registered and opened the link in the mail by the time the tests run.
 * @param name an address, or a name, which gets an address of its own: tests of the shared server need that
 */
export function usePerson(app: AppInUse, name: string): Person {
  const person = new Person(app);
  app.onStart(() => person.join(app, name.includes('@') ? name : `${unique(name)}@example.org`));
  return person;
}
