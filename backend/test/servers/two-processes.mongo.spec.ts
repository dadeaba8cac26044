import { setTimeout as sleep } from 'node:timers/promises';
import { ServerProcess } from '../crash/server-process.js';
import { TestClock, startApp } from '../support/app.js';
import { patientLog } from '../support/eventstore/log-on-stand-in.js';
import { EventStoreStandIn } from '../support/eventstore/stand-in.js';
import { useFolder } from '../support/folder.js';
import { useMongo } from '../support/mongo/use-mongo.js';
import { verified } from '../support/people.js';
import { publishPost } from '../support/posts.js';
import { Visitor } from '../support/visitor.js';

const under = useMongo();
const oneFolder = useFolder();
const otherFolder = useFolder();

describe('two processes on one log, of which the first is stopped for longer than its lease', () => {
  let standIn: EventStoreStandIn;
  const servers: ServerProcess[] = [];
  beforeEach(async () => {
    standIn = await EventStoreStandIn.start();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.signal('SIGCONT');
      await server.kill();
    }
    await standIn.stop();
  });

  it('answer and write as if there were one', async () => {
    const env = {
      EVENTSTORE_URL: standIn.url,
      MONGODB_URL: under.server.database(),
      APP_SECRET: 'a secret that both processes have, long enough for it',
    };
    const storage = { env, stop: () => Promise.resolve() };
    const app = await startApp({ dataDir: oneFolder, storage, clock: new TestClock(new Date()) });
    const { user: bob } = await verified(app, 'bob@example.org');
    const { user: ann } = await verified(app, 'ann@example.org');
    const [kept, deleted] = [await publishPost(app, bob.id, 7), await publishPost(app, bob.id, 7)];
    await app.server.close();

    const signedIn = async (server: ServerProcess, email: string) => {
      const visitor = new Visitor(server);
      expect((await visitor.login(email)).status).toBe(200);
      return visitor;
    };
    const first = await ServerProcess.start(oneFolder, env);
    servers.push(first);
    const annAtFirst = await signedIn(first, 'ann@example.org');
    expect((await annAtFirst.like(kept)).status).toBe(200);
    // From here on it has in memory who likes the one post, and that the other one exists.
    expect((await annAtFirst.get(`/api/posts/${deleted}/like`)).status).toBe(200);

    first.signal('SIGSTOP');
    const second = await startWhenFree(() => ServerProcess.start(otherFolder, env));
    servers.push(second);
    const annAtSecond = await signedIn(second, 'ann@example.org');
    expect((await annAtSecond.delete(`/api/posts/${kept}/like`)).status).toBe(200);
    const bobAtSecond = await signedIn(second, 'bob@example.org');
    expect((await bobAtSecond.deletePost(deleted)).status).toBe(200);

    // They arrive before it can notice anything.
    const late = [annAtFirst.like(kept), annAtFirst.like(deleted)].map((answer) =>
      answer.then(
        ({ status }) => status,
        () => 'none' as const,
      ),
    );
    await sleep(200);
    first.signal('SIGCONT');
    expect(await Promise.all(late)).not.toContain(200);
    expect(await first.ended).toMatchObject({
      code: 1,
      errors: expect.stringContaining('Another Footnote process has taken over the store'),
    });

    const log = patientLog(standIn.url);
    const typesOf = async (postId: string) =>
      (await log.readStream(`like-${postId}-${ann.id}`)).map(({ type }) => type);
    expect(await typesOf(kept)).toEqual(['Liked', 'Unliked']);
    expect(await typesOf(deleted)).toEqual([]);
    await log.close();
    expect((await annAtSecond.like(kept)).status).toBe(200);
  });
});

/** Starts a process again and again until the lease of the other one has expired. */
async function startWhenFree(start: () => Promise<ServerProcess>): Promise<ServerProcess> {
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!String(error).includes('in use by another Footnote process')) throw error;
      await sleep(500);
    }
  }
}
