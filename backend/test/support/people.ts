import type { User } from '../../src/projections/accounts/accounts.reader.js';
import type { AppInUse, RunningApp } from './app.js';
import { mailBoxOf } from './mails.js';
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

/** A browser whose owner has registered and opened the link in the mail. */
export async function verified(
  app: RunningApp,
  email: string,
  browser = app.browser(),
): Promise<{ browser: Visitor; user: User }> {
  await registered(app, email, PASSWORD, browser);
  const { status, body } = await browser.verifyEmail(await mailedToken(app, email));
  if (status !== 200)
    throw new Error(`verifying ${email} was answered with ${status}: ${JSON.stringify(body)}`);
  return { browser, user: body };
}

/** Makes people who have registered and opened the link in the mail, each with an address of their own. */
export function joining(app: RunningApp, name: string): () => Promise<{ browser: Visitor; user: User }> {
  let people = 0;
  return () => {
    people += 1;
    return verified(app, `${name}${people}@example.org`);
  };
}

/** The token in the newest mail to an address, once it has arrived. */
export async function mailedToken(app: RunningApp, email: string): Promise<string> {
  for (;;) {
    const mail = (await mailBoxOf(app).list(100)).find(({ to }) => to === email);
    const text = mail && (await mailBoxOf(app).read(mail.id))?.text;
    const token = text && /verify-email\?token=([\w-]+)/.exec(text)?.[1];
    if (token) return token;
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
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
