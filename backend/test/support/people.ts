import type { Type } from '@nestjs/common';
import { Registration } from '../../src/api/auth/registration.service.js';
import { Verifications } from '../../src/api/auth/verification.service.js';
import { Accounts } from '../../src/api/http/accounts.js';
import { ClaimCookie } from '../../src/api/http/claim-cookie.js';
import { DeviceCookie } from '../../src/api/http/device-cookie.js';
import { normaliseEmail } from '../../src/api/http/email-address.js';
import { Sessions } from '../../src/api/http/sessions.js';
import { causedBy } from '../../src/kernel/causation.js';
import type { User } from '../../src/projections/accounts/accounts.reader.js';
import { VerificationTokens } from '../../src/site/mailed-tokens.js';
import type { AppInUse, RunningApp } from './app.js';
import { mailed, mailsTo, tokenIn } from './mails.js';
import { PASSWORD, Visitor } from './visitor.js';

/** A browser whose owner has registered, with an unverified address. */
export async function registered(
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

/** A browser whose owner has registered and opened the link in the mail: for tests of signing up. */
export async function signedUp(app: RunningApp, email: string): Promise<{ browser: Visitor; user: User }> {
  const { browser } = await registered(app, email);
  const { status, body } = await browser.verifyEmail(await mailedToken(app, email));
  if (status !== 200)
    throw new Error(`verifying ${email} was answered with ${status}: ${JSON.stringify(body)}`);
  return { browser, user: body };
}

/** What a request of a browser brings, and what its answer sets: for parts of the server that read and write cookies. */
function requestOf({ cookies }: Visitor) {
  const request = {
    cookies: Object.fromEntries(cookies),
    headers: { 'user-agent': 'node' },
    ip: '127.0.0.1',
  };
  const reply = {
    setCookie: (name: string, value: string) => cookies.set(name, value),
    clearCookie: (name: string) => cookies.delete(name),
  };
  return [request as never, reply as never] as const;
}

const AS_VISITOR = {
  actor: { kind: 'visitor', id: null },
  requestId: null,
  correlationId: 'test',
  causationId: 'test',
} as const;

/** A person who has registered and verified their address, without a request: by the commands, and with a session. */
export async function verified(
  app: RunningApp,
  email: string,
  browser = app.browser(),
): Promise<{ browser: Visitor; user: User }> {
  const part = <Part>(type: Type<Part>) => app.server.get(type, { strict: false });
  const [request, reply] = requestOf(browser);
  const accountId = await causedBy(AS_VISITOR, async () => {
    const { photoIds } = part(ClaimCookie).read(request, null);
    const id = await part(Registration).register(normaliseEmail(email), PASSWORD, photoIds);
    const verification = (await part(Accounts).state(id))?.verification?.verificationId ?? '';
    await mailed(app, normaliseEmail(email), verification);
    const token = part(VerificationTokens).issue(id, verification);
    return part(Verifications).accept(token, { signedIn: null, registeredHere: id });
  });
  await part(Sessions).start(request, reply, accountId);
  const user = await part(Accounts).present(accountId);
  part(DeviceCookie).remember(request, reply, user);
  return { browser, user };
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

  async join(app: RunningApp, email: string): Promise<void> {
    this.cookies.clear();
    this.joined = (await verified(app, email, this)).user;
  }
}

/** A person who has registered and opened the link in the mail by the time the tests run. */
export function usePerson(app: AppInUse, email: string): Person {
  const person = new Person(app);
  app.onStart(() => person.join(app, email));
  return person;
}
