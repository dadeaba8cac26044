// What a site and its operator do: the site starts, a person publishes and pays, and every command of operators runs.
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { built } from '../outage/built.mjs';
import { PUBLIC_URL } from './stand-ins.mjs';

const ADMIN_PASSWORD = 'lanterns on the stairs';
const PASSWORD = 'a quiet walk at dusk';
const PATIENCE_MS = 60_000;

/** Prints what holds. @throws Error with what was found instead */
export function check(what, holds, found) {
  if (!holds)
    throw new Error(`failed  ${what}\n${typeof found === 'string' ? found : JSON.stringify(found)}`);
  console.log(`ok      ${what}`);
}

async function until(what, find) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(100)) {
    const found = await find();
    if (found) return found;
  }
  throw new Error(`Timed out waiting until ${what}.`);
}

/** The site on one data folder, and its operator. */
export class Story {
  /** The names of the commands that have run. */
  commands = new Set();

  constructor(container, data, services, settings) {
    Object.assign(this, { container, data, services });
    this.settings = { ...services.settings, ...settings };
  }

  get isOnServer() {
    return this.settings.EVENTSTORE_URL !== undefined || this.settings.MONGODB_URL !== undefined;
  }

  /** Runs a program beside the site, or without it, with its settings and on its data. */
  run(words, settings = {}) {
    return this.container.run(this.data, { ...this.settings, ...settings }, words);
  }

  /** Runs a command of operators. @returns {Promise<string>} its output */
  async footnote(line, code, pattern, settings) {
    const words = line.match(/"[^"]+"|\S+/g).map((word) => word.replaceAll('"', ''));
    const ended = await this.run(['footnote', ...words], settings);
    const how = code === 0 ? '' : `, which ends with ${code}`;
    check(`footnote ${line}${how}`, ended.code === code && pattern.test(ended.output), ended);
    this.commands.add(words[0]);
    return ended.output;
  }

  async start() {
    const child = this.container.start(this.data, { ...this.settings, PORT: '0' });
    this.site = child;
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
    this.url = await new Promise((resolve, reject) => {
      createInterface(child.stdout).on('line', (line) => {
        output += `${line}\n`;
        const address = /listening on (http:\S+)/.exec(line)?.[1];
        if (address) resolve(address);
      });
      child.once('close', (code) => reject(new Error(`The site ended with ${code}.\n${output}`)));
    });
    await until('the site is ready', async () => (await fetch(`${this.url}/health/ready`)).ok);
    console.log('ok      the site starts and is ready');
    this.output = () => output;
  }

  async stop() {
    const ended = new Promise((resolve) => this.site.once('close', (code, by) => resolve(code ?? by)));
    this.site.kill('SIGTERM');
    const code = await ended;
    check('the site stops when it is asked to', code === 0, `It ended with ${code}.\n${this.output()}`);
  }

  /** A browser with cookies of its own, as behind the proxy that ends https. */
  async browser() {
    const { Browser } = await built('test/support/browser.js');
    const headers = { origin: PUBLIC_URL, 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' };
    return new (class extends Browser {
      request(method, address, options = {}) {
        return super.request(method, address, { ...options, headers: { ...headers, ...options.headers } });
      }
    })(this);
  }

  /** The first admin is made by the command, and signs in. */
  async createAdmin(username, role) {
    const line = `admin:create --username ${username} --role ${role} --email ${username}@footnote.example`;
    const output = await this.footnote(line, 0, /can sign in now \(\w+\), at \/\S+/, { ADMIN_PASSWORD });
    this.loginPath = /at (\/\S+)/.exec(output)[1];
  }

  async signIn(username) {
    const browser = await this.browser();
    const page = await browser.get(this.loginPath);
    check('the page to sign in is there', page.status === 200 && page.body.includes('<html'), page);
    const wrong = await browser.post('/api/rtm-sys/login', { username, password: `${ADMIN_PASSWORD}!` });
    check(`${username} cannot sign in with a wrong password`, wrong.status === 401, wrong);
    const right = await browser.post('/api/rtm-sys/login', { username, password: ADMIN_PASSWORD });
    check(`${username} signs in to the back office`, right.status === 200, right);
    const { body } = await browser.get('/api/rtm-sys/me');
    check(`${username} is known there`, body.username === username, body);
  }

  /** A person registers, publishes a photo, and buys a boost. */
  async visit() {
    const { drawFeet } = await built('src/demo/drawing/draw-feet.js');
    const { seededRandom } = await built('src/demo/random.js');
    const browser = await this.browser();
    const address = 'ann@example.org';
    const person = await browser.post('/api/auth/register', { email: address, password: PASSWORD });
    check('a person registers', person.status === 201, person);
    const token = await until(`a mail to ${address} arrives`, () => this.mailedToken(address));
    const verified = await browser.post('/api/auth/verify-email', { token });
    check('the link in the mail works', verified.status === 200, verified);
    const picture = await drawFeet(seededRandom('image'));
    const rating = await browser.upload('/api/upload', picture);
    check('a photo is judged', rating.status === 201, rating);
    const post = await browser.post('/api/posts/publish', rating.body);
    check('a post is published', post.status === 201, post);
    this.post = post.body.id;
    await this.shareCard();
    this.services.sandbox.deliverTo(`${this.url}/api/stripe/webhook`);
    const checkout = await browser.post('/api/boost/checkout', { boostType: 'mega' });
    check('a boost can be bought', checkout.status === 200, checkout);
    const session = decodeURIComponent(
      new URL(checkout.body.url ?? checkout.body.checkoutUrl).pathname.split('/').at(-1),
    );
    this.services.sandbox.actOnCheckout(session, 'pay');
    this.payment = await until('the payment is known', async () => {
      const { body } = await browser.get('/api/user/payments');
      return body[0]?.boost ? body[0].id : null;
    });
    console.log('ok      the payment arrives by webhook');
  }

  /** The token in the mail that verifies an address; undefined before the mail arrives. */
  mailedToken(address) {
    const mails = this.services.mails.taken.filter(({ to }) => to?.some((one) => one.address === address));
    return mails.flatMap(({ text }) => /\/verify-email\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? [])[0];
  }

  async shareCard() {
    const card = await (await this.browser()).get(`/api/posts/${this.post}/card.png`);
    check('the share card is drawn', card.status === 200, { status: card.status });
  }

  /** The commands beside a running site. */
  async operateBesideTheSite() {
    const today = new Date().toISOString().slice(0, 10);
    await this.footnote('rebuild accounts', 0, /^accounts: v\d+-\d+, up to event \d+, 0 parked$/m);
    await this.footnote('rebuild --all', 0, /^leaderboard: v\d+-\d+, up to event \d+, 0 parked$/m);
    await this.footnote('retry', 0, /0 are left/);
    await this.createAdmin('moe', 'moderator');
    await this.footnote('admin:reset moe', 0, /reset/);
    await this.footnote('admin:dismiss moe', 0, /moe is dismissed/);
    await this.footnote('late-mails', 0, /^0 mails were not sent/);
    await this.footnote('late-mails clear', 0, /^0 mails were removed/);
    await this.footnote('pictures copy --to s3', 1, /S3_URL is missing/);
    await this.footnote('weeks close --admin ann', 0, /^No week could be closed\.$/m);
    await this.footnote('weeks undo 2026-W01 --admin ann', 1, /is not closed/);
    await this.footnote(`reconcile --since ${today}`, 0, /No differences\./);
    await this.footnote(
      `payments grant ${this.payment} --admin ann "A test."`,
      1,
      /This payment is not parked\./,
    );
    await this.footnote(`payments refund ${this.payment} --admin ann "A test."`, 0, /A refund of /);
    await until('the provider is asked for the refund', () =>
      this.services.payments.requests.includes('POST /v1/refunds'),
    );
    const [taken, found] = this.isOnServer ? [1, /data is on a server/] : [0, /holds \d+ events/];
    await this.footnote('backup /tmp/backup', taken, found);
    await this.footnote('recover --reactions here', 1, /in use by another Footnote process/);
    await this.footnote('keys accept-loss', 1, /in use by another Footnote process/);
  }

  /** The commands that need the site stopped, and those that do the work themselves then. */
  async operateAlone() {
    const refusal = this.isOnServer ? /data is on a server/ : /is not empty/;
    await this.footnote('restore /tmp/backup --without-erasures', 1, refusal);
    await this.footnote('keys accept-loss', 0, /^No key is missing\.$/m);
    await this.footnote('recover --reactions here', 0, /Done: \d+ views were built\./);
    await this.footnote('rebuild accounts', 0, /^accounts: v\d+-\d+, up to event \d+, 0 parked$/m);
    await this.footnote('retry', 0, /0 are left/);
    await this.createAdmin('bob', 'moderator');
  }

  /** Each command explains itself as one types it here. */
  async explain(names) {
    for (const name of names) {
      const form = new RegExp(`^  footnote ${name}\\b`, 'm');
      const help = await this.footnote(`${name} --help`, 0, form);
      check(`the help of ${name} does not name npm`, !help.includes('npm run'), help);
    }
  }
}
