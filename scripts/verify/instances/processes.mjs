// The processes of one site, each with a data folder and its own way to MongoDB, and the servers that they share.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { capture } from '../../process.mjs';
import { built, dist } from '../outage/built.mjs';
import { startLogServer, startSite } from '../outage/servers.mjs';

export const ADMIN_PASSWORD = 'lanterns on the stairs';
const WEBHOOK_SECRET = 'whsec_of_the_sandbox';
const PATIENCE_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Waits until `find` returns something. @throws Error after a minute, or `patience` milliseconds */
export async function until(what, find, patience = PATIENCE_MS) {
  for (const end = Date.now() + patience; ; await sleep(20)) {
    const found = await find();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Timed out waiting until ${what}.`);
  }
}

/** The active one of these processes, which there may not be for a moment. @returns {Promise<Instance>} */
export function activeOf(instances) {
  return until('a process is active', async () => {
    for (const instance of instances) if (await instance.isActive()) return instance;
    return null;
  });
}

/** Runs a command of operators. @returns {Promise<string>} its output */
async function operate(words, env, { options = [], ends = 0 } = {}) {
  const command = [...options, join(dist, 'src/tools/footnote.js'), ...words];
  const { code, output } = await capture(process.execPath, command, { env: { NODE_ENV: 'test', ...env } });
  if (code !== ends) throw new Error(`footnote ${words.join(' ')} ended with ${code}: ${output}`);
  return output;
}

/** What all processes use: the log, the documents, the pictures, mails and payments. */
export class Servers {
  running = [];
  /** How long ago what happens at the provider now has happened there. */
  paymentsAgoMs = 0;

  static async start(folder, publicUrl) {
    const { startS3Server } = await built('test/support/s3-server.js');
    const { connectTo, startMongoTestServer } = await built('test/support/mongo/mongo-server.js');
    const { SmtpPostOffice } = await built('test/support/smtp.js');
    const { StripeServer } = await built('test/support/payments/stripe-server.js');
    const { StripeSandbox } = await built('src/infrastructure/payments/sandbox/stripe-sandbox.js');
    const { SANDBOX_KEY } = await built('src/infrastructure/payments/sandbox/sandbox-api.js');
    const { RandomIds } = await built('src/infrastructure/clock/system-clock.js');
    const servers = new Servers();
    const started = (server, stop) => {
      servers.running.unshift(stop);
      return server;
    };
    const log = await startLogServer(folder);
    started(log, () => log.stop());
    // In memory: nothing ends it here.
    const documents = await startMongoTestServer();
    started(documents, () => documents.stop());
    const pictures = await startS3Server();
    started(pictures, () => pictures.stop());
    const mails = await new SmtpPostOffice().listen();
    started(mails, () => mails.close());
    const sandbox = new StripeSandbox({
      file: join(folder, 'payments.db'),
      webhookSecret: WEBHOOK_SECRET,
      clock: { now: () => new Date(Date.now() - servers.paymentsAgoMs) },
      ids: new RandomIds(),
      logger: console,
    });
    started(sandbox, () => sandbox.close());
    const stripe = await StripeServer.before(sandbox.fetch);
    started(stripe, () => stripe.stop());
    const database = documents.database();
    const mongo = connectTo(database);
    started(mongo, () => mongo.close());
    const settings = {
      PUBLIC_URL: publicUrl,
      APP_SECRET: 'of the processes that are verified here',
      EVENTSTORE_URL: log.url,
      MONGODB_URL: database,
      PICTURES: 's3',
      S3_URL: await pictures.newBucket(),
      SMTP_URL: mails.url,
      MAIL_FROM: 'hello@footnote.example',
      STRIPE_SECRET_KEY: SANDBOX_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: stripe.url,
      STRIPE_READS_PER_SECOND: '100',
    };
    return Object.assign(servers, { log, documents, pictures, mails, mongo, sandbox, stripe, settings });
  }

  async stop() {
    for (const stop of this.running) await stop();
  }

  /** The settings of another site on the same servers, with a log of its own. */
  async settingsBeside(folder) {
    const log = await startLogServer(folder);
    this.running.unshift(() => log.stop());
    return {
      ...this.settings,
      EVENTSTORE_URL: log.url,
      MONGODB_URL: this.documents.database(),
      S3_URL: await this.pictures.newBucket(),
    };
  }

  /** What the processes of the site tell each other about themselves. */
  processes() {
    return this.mongo.collection('processes').find({}).toArray();
  }

  /** How often the lease on work was taken; 0 where nobody can share it. */
  async takeovers() {
    const lease = await this.mongo.collection('sharedLeases').findOne({ _id: 'work' });
    return lease?.number ?? 0;
  }

  /** Makes admins before any process runs, two days ago: owners confirm the acts of others after a day. */
  async createAdmins(folder, admins) {
    const FIXED_TIME = new Date(Date.now() - 2 * DAY_MS).toISOString();
    const options = ['--import', join(import.meta.dirname, '../upgrade/fixed-clock.mjs')];
    for (const [username, role] of Object.entries(admins)) {
      const words = ['admin:create', '--username', username, '--role', role];
      const env = { ...this.settings, DATA_DIR: join(folder, 'operator'), ADMIN_PASSWORD, FIXED_TIME };
      await operate(words, env, { options });
    }
  }

  /** Signs an admin in to the back office through a site. */
  async signIn(site, username) {
    const login = { username, password: ADMIN_PASSWORD };
    const { status, body } = await site.request('POST', '/api/rtm-sys/login', login);
    if (status !== 200) throw new Error(`${username} cannot sign in: ${status} ${JSON.stringify(body)}`);
  }
}

/** One process, which can be killed, frozen, and cut off from MongoDB. */
export class Instance {
  /** How it ended when nobody had ended it. */
  crashes = [];
  /** What it runs at the next start; by default this one. @type {string | undefined} */
  program;
  lives = 0;

  /** @param {string} name  also that of its data folder */
  static async of(name, role, folder, servers) {
    const { TcpProxy } = await built('test/support/tcp-proxy.js');
    const { MONGODB_URL } = servers.settings;
    const proxy = await TcpProxy.before(Number(new URL(MONGODB_URL).port));
    const url = new URL(MONGODB_URL);
    url.port = `${proxy.port}`;
    const settings = { ...servers.settings, ROLE: role, MONGODB_URL: url.href };
    return Object.assign(new Instance(), {
      name,
      role,
      proxy,
      settings,
      servers,
      dataDir: join(folder, name),
    });
  }

  /** Where it is. A restart changes it. */
  get url() {
    return this.site?.url ?? 'http://127.0.0.1:9';
  }

  get hasEnded() {
    return !this.site || this.site.hasEnded();
  }

  async start() {
    this.begunAt = new Date().toISOString();
    this.site = await startSite(this.dataDir, this.settings, this.program);
    this.lives += 1;
    await until(`${this.name} is ready`, () => this.isReady());
  }

  /** Kills it, as a power cut would. */
  async kill() {
    const { site } = this;
    site.signal('SIGKILL');
    await until(`${this.name} has ended`, () => site.hasEnded());
  }

  /** Ends it as an operator does, and starts another program. @returns {Promise<number[]>} how long either took */
  async replace(program) {
    const began = performance.now();
    await this.site.stop();
    const ended = performance.now();
    this.program = program;
    await this.start();
    return [ended - began, performance.now() - ended];
  }

  async stop() {
    this.site?.signal('SIGCONT');
    await this.site?.stop();
    await this.proxy.close();
  }

  /** Restarts it if it has ended. Not being asked to is a crash. */
  async revive() {
    if (!this.hasEnded) return;
    this.crashes.push(`${this.name} ended in life ${this.lives}: ${this.site.errors().slice(-1500)}`);
    await this.start();
  }

  /** Runs a command of operators beside it. */
  operate(words, ends) {
    return operate(words, { ...this.settings, DATA_DIR: this.dataDir }, { ends });
  }

  /** Whether a visitor without cookies is served by this process alone; null without an answer. */
  async isReady(patience = 1000) {
    try {
      const { ok, body } = await fetch(`${this.url}/health/ready`, { signal: AbortSignal.timeout(patience) });
      await body?.cancel();
      return ok;
    } catch {
      return null;
    }
  }

  /** Whether it folds the views and runs the reactions, as it says itself. */
  async isActive() {
    const rows = await this.servers.processes();
    const ofThisLife = ({ place, startedAt }) => place.includes(this.dataDir) && startedAt >= this.begunAt;
    return rows.some((row) => row.isActive && ofThisLife(row));
  }
}
