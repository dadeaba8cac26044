// Who acts in the stories: each request goes to another process than the one before.
import assert from 'node:assert/strict';
import { built } from '../../outage/built.mjs';
import { until } from '../processes.mjs';
import { PASSWORD, newMark } from '../world.mjs';

/** When others see what somebody has written, at the latest. */
const SEEN_MS = 1000;

/** A browser that says what it expects. */
export class Actor {
  /** @param world that of the site  @param {(call: string) => void} note  is told each write that was done */
  constructor(world, name, note) {
    Object.assign(this, { world, note, browser: world.browser(name) });
  }

  /** Writes through one process. @returns the body of the answer */
  async does(method, address, body, status) {
    const call = `${method} ${address.split('?')[0]}`;
    const answer = await this.browser.write(call, method, address, body);
    const isDone = status === undefined ? answer?.status < 300 : answer?.status === status;
    assert.ok(isDone, `${call} answered ${answer?.status}: ${JSON.stringify(answer?.body)}`);
    if (answer.status < 300) this.note(call);
    return answer.body;
  }

  /** Reads through another process. What this browser has written is there at once. @param {object | number | ((body) => unknown)} expected */
  async sees(address, expected) {
    const answer = await this.browser.read(`GET ${address}`, address);
    check(address, answer, expected);
    return answer.body;
  }

  /** What others have written is there within a second, and what follows from it by itself within `patience`. */
  async comesToSee(address, expected, patience = SEEN_MS) {
    let last;
    await until(
      `GET ${address}`,
      async () => {
        try {
          last = await this.sees(address, expected);
          return true;
        } catch (error) {
          last = error;
          return false;
        }
      },
      patience,
    ).catch(() => {
      throw last;
    });
    return last;
  }
}

function check(address, answer, expected) {
  if (typeof expected === 'number') assert.equal(answer?.status, expected, `GET ${address}`);
  else if (typeof expected === 'function')
    assert.ok(
      answer && expected(answer.body),
      `GET ${address}: ${answer?.status} ${JSON.stringify(answer?.body).slice(0, 400)}`,
    );
  else
    assert.partialDeepStrictEqual(
      answer?.body,
      expected,
      `GET ${address}: ${JSON.stringify(answer?.body).slice(0, 400)}`,
    );
}

/** What follows by reactions and jobs, whenever those run. */
export const LATER_MS = 60_000;

/** The stage of all stories. */
export class Tale {
  /** The routes that wrote something. */
  done = new Set();

  /** @param {import('../processes.mjs').Instance} instance  beside which operators run commands */
  constructor(world, instance) {
    Object.assign(this, { world, instance });
  }

  /** A module of the built backend. */
  built = built;

  visitor() {
    return new Actor(this.world, newMark(), (call) => this.done.add(call));
  }

  /** A person who has registered, and opened the link in the mail. */
  async person() {
    const person = this.visitor();
    const email = `${newMark()}@footnote.example`;
    const { id } = await person.does('POST', '/api/auth/register', { email, password: PASSWORD });
    const token = await this.mailed(email, /\/verify-email\?token=([\w-]+)/);
    await person.does('POST', '/api/auth/verify-email', { token });
    return Object.assign(person, { id, email });
  }

  /** An admin who has signed in. */
  async admin(username) {
    const admin = this.visitor();
    await this.world.servers.signIn(admin.browser, username);
    this.done.add('POST /api/rtm-sys/login');
    return admin;
  }

  /** What the newest mail to an address says. @param {string} [earlier]  what an earlier one said, while there is no newer */
  mailed(email, pattern, earlier) {
    return until(`a mail to ${email} has ${pattern}`, () => {
      const said = this.world.mailsTo(email).flatMap(({ text }) => pattern.exec(text)?.[1] ?? []);
      return said.at(-1) === earlier ? null : said.at(-1);
    });
  }

  /** A new public post. */
  async post(owner) {
    const { id } = await owner.does('POST', '/api/posts/publish-direct', await this.world.form());
    await this.visitor().comesToSee(`/api/posts/${id}`, 200);
    return id;
  }

  /** Pays for what `address` has opened, and waits until the payment is known. @returns {Promise<object>} as the person sees it */
  async pay(person, url) {
    await this.world.pay(url);
    this.done.add('POST /api/stripe/webhook');
    const { sessionIn } = await built('test/support/payments.js');
    await person.comesToSee(`/api/checkouts/${sessionIn(url)}`, { status: 'paid' }, LATER_MS);
  }
}
