import { mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { Email } from 'postal-mime';
import { askServer } from '../../src/control/control-socket.js';
import { ServerProcess } from '../crash/server-process.js';
import { MongoKernelStore } from '../../src/infrastructure/kernel-store/mongo-kernel-store.js';
import { FolderImageStore } from '../../src/infrastructure/images/folder-image-store.js';
import type { Answer } from '../support/browser.js';
import { EventStoreStandIn } from '../support/eventstore/stand-in.js';
import { useFolder } from '../support/folder.js';
import { connectTo } from '../support/mongo/mongo-server.js';
import { useMongo } from '../support/mongo/use-mongo.js';
import { newPhoto } from '../support/photos.js';
import { SmtpPostOffice } from '../support/smtp.js';
import { Visitor } from '../support/visitor.js';

const SITE = 'http://localhost:8080';
const under = useMongo();
const folder = useFolder();

/** A person whose every request goes to another process. */
class Wanderer extends Visitor {
  override request<Body = unknown>(
    method: string,
    address: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: FormData | string } = {},
  ): Promise<Answer<Body>> {
    return super.request(method, address, {
      headers: { origin: SITE, ...headers },
      ...(body !== undefined && { body }),
    });
  }
}

describe('several processes of a site', () => {
  let log: EventStoreStandIn;
  let office: SmtpPostOffice;
  let processes: ServerProcess[];
  beforeEach(async () => {
    log = await EventStoreStandIn.start();
    office = await new SmtpPostOffice().listen();
    processes = [];
    await mkdir(path.join(folder, 'images'));
  });
  afterEach(async () => {
    for (const server of processes) await server.kill();
    await log.stop();
    await office.close();
  });

  const start = async (name: string, role: string) => {
    const dataDir = path.join(folder, name);
    await mkdir(dataDir, { mode: 0o700 });
    await symlink(path.join(folder, 'images'), path.join(dataDir, 'images'));
    const server = await ServerProcess.start(dataDir, {
      ROLE: role,
      LOG_LEVEL: 'info',
      EVENTSTORE_URL: log.url,
      MONGODB_URL: database,
      APP_SECRET: 'a secret that all processes have, long enough for it',
      PUBLIC_URL: SITE,
      SHARED_FOLDER: 'yes',
      SMTP_URL: office.url,
      SMTP_TLS: 'off',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_URL: 'http://127.0.0.1:9',
    });
    processes.push(server);
    return server;
  };
  let database: string;
  beforeEach(() => {
    database = under.server.database();
  });

  /** The next of them, in turns. */
  const inTurns = (...servers: ServerProcess[]) => {
    let next = 0;
    return {
      get url() {
        next += 1;
        return servers[next % servers.length]!.url;
      },
    };
  };

  const newcomer = async (site: { readonly url: string }, email: string) => {
    const visitor = new Wanderer(site);
    expect((await visitor.register(email)).status).toBe(201);
    const isTheirs = ({ to }: Email) => to?.[0]?.address === email;
    await office.taken.one(`a mail to ${email}`, isTheirs);
    const token = /token=([\w.-]+)/.exec(office.taken.find(isTheirs)?.text ?? '')?.[1];
    expect((await visitor.verifyEmail(token)).status).toBe(200);
    return visitor;
  };

  it('show each what a person has written through another', async () => {
    const worker = await start('worker', 'worker');
    const web = await start('web', 'web');
    const site = inTurns(worker, web);
    const ann = await newcomer(site, 'ann@example.org');
    const bob = await newcomer(site, 'bob@example.org');
    const { body: post } = await bob.publishPhoto(await newPhoto());
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await ann.like(post.id)).status).toBe(200);
      expect((await ann.viewPost(post.id)).body).toMatchObject({ likesCount: 1 });
      expect((await ann.delete(`/api/posts/${post.id}/like`)).status).toBe(200);
      expect((await ann.viewPost(post.id)).body).toMatchObject({ likesCount: 0 });
    }
  });

  it('do in the active worker what an operator asks a web for', async () => {
    await start('worker', 'worker');
    await start('web', 'web');
    const ask = (command: string, ...names: string[]) =>
      askServer(path.join(folder, 'web'), { command, names });
    expect(await ask('rebuild', 'likes')).toEqual({
      ok: true,
      lines: [expect.stringMatching(/^likes: v\d+-2, up to event \d+, 0 parked$/)],
    });
    expect(await ask('retry', 'none')).toEqual({ ok: false, message: 'there is no reaction named none' });
  });

  it('keep out one that must be alone', async () => {
    await start('worker', 'worker');
    await expect(start('alone', 'all')).rejects.toThrow('another Footnote process runs with ROLE=worker');
  });

  it('serve scripts and styles of another build', async () => {
    const images = path.join(folder, 'images');
    const { url } = await start('worker', 'worker');
    const own = (await readdir(path.join(images, '.assets'))).find((name) => name.endsWith('.js')) ?? '';
    const store = new FolderImageStore(images);
    await store.putAsset('12345678.js', Buffer.from('run();'.repeat(1000)));
    const mongo = connectTo(database);
    const build = { at: new Date().toISOString(), assets: ['12345678.js'] };
    await new MongoKernelStore(mongo).put('frontend-build', 'other', build);
    await mongo.close();
    const get = (name: string) => new Visitor({ url }).get<string>(`/assets/${name}`);
    const [ofThis, ofOther] = [await get(own), await get('12345678.js')];
    expect([ofThis.status, ofOther.status, ofOther.body]).toEqual([200, 200, 'run();'.repeat(1000)]);
    const sent = ({ headers }: Answer<string>) =>
      [
        'cache-control',
        'content-type',
        'content-security-policy',
        'x-content-type-options',
        'x-frame-options',
      ].map((name) => headers.get(name));
    expect(sent(ofOther)).toEqual(sent(ofThis));
    for (const name of ['87654321.js', '12345678.js.br', '..%2f10%2f6b'])
      expect((await get(name)).status).toBe(404);
  });

  it('go on when the active one is frozen, which ends once it can see that', async () => {
    const first = await start('first', 'worker');
    const second = await start('second', 'worker');
    await newcomer(second, 'ann@example.org');
    first.signal('SIGSTOP');
    // Its mail is sent by the other one.
    const bob = await newcomer(second, 'bob@example.org');
    const { body: post } = await bob.publishPhoto(await newPhoto());
    expect((await bob.viewPost(post.id)).status).toBe(200);
    first.signal('SIGCONT');
    expect(await first.ended).toMatchObject({
      code: 1,
      errors: expect.stringContaining('Another Footnote process has taken over the store'),
    });
    expect(office.taken.map(({ to }) => to?.[0]?.address)).toEqual(['ann@example.org', 'bob@example.org']);
  });
});
