import { runToEnd } from '../crash/server-process.js';
import { connectTo } from '../support/mongo/mongo-server.js';
import { useMongo } from '../support/mongo/use-mongo.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { useFolder } from '../support/folder.js';

const under = useMongo();
const dataDir = useFolder();

describe('a start with MongoDB', () => {
  let proxy: TcpProxy;
  beforeEach(async () => {
    proxy = await TcpProxy.before(under.server.port);
  });
  afterEach(async () => {
    await proxy.heal();
    await proxy.close();
  });

  const start = (seconds: number) =>
    runToEnd({
      DATA_DIR: dataDir,
      PORT: '0',
      MONGODB_URL: under.server.database(proxy.port),
      STARTUP_TIMEOUT: String(seconds),
    });

  it('ends at once in one line when another index has the keys of ours', async () => {
    const url = under.server.database();
    const mongo = connectTo(url);
    await mongo.collection('limits').createIndexes([{ key: { expiresAt: 1 }, name: 'theirs' }]);
    await mongo.close();
    // It would be killed before it gave up.
    const settings = { DATA_DIR: dataDir, PORT: '0', MONGODB_URL: url, STARTUP_TIMEOUT: '3600' };
    const { code, errors } = await runToEnd(settings);
    expect({ code, errors }).toEqual({
      code: 1,
      errors: expect.stringMatching(/^MongoDB has an index "theirs" of the collection "limits" .+\n$/),
    });
  });

  it('ends in lines for operators, without a stack, when the server hangs', async () => {
    proxy.freeze();
    const { code, errors } = await start(3);
    expect(code).toBe(1);
    const lines = errors.trim().split('\n');
    expect(lines.at(-1)).toMatch(/^MongoDB at 127\.0\.0\.1:\d+ can't be reached: .*; gave up after 3 s$/);
    expect(errors).not.toMatch(/^\s+at /m);
  });

  it.each([2, 8, 20, 60])(
    'ends in lines for operators when the server hangs after %i answers',
    async (answers) => {
      proxy.freezeAfter(answers);
      const { code, errors } = await start(3);
      expect({ code, errors }).toMatchObject({
        code: 1,
        errors: expect.stringContaining('gave up after 3 s'),
      });
      expect(errors).not.toMatch(/^\s+at /m);
    },
  );
});
