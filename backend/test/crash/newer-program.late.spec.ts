import type { HealthReport } from '../../src/api/health/kernel-health.js';
import { IDENTITY_STREAM } from '../../src/kernel/log/identity-stream.js';
import { useKernel } from '../support/test-kernel.js';
import { ServerProcess, runToEnd } from './server-process.js';

const kernel = useKernel();

/** What a newer program leaves in the log. */
async function useNewer(): Promise<void> {
  const versions = { PostFramed: 1, PostPublished: 1 };
  await kernel.write(IDENTITY_STREAM, 'ProgramUpgraded', { program: '9.1.0', versions });
  const [metadata] = (await kernel.storage.log.readAll(0, 1)).map((event) => event.metadata as object);
  const framed = { id: crypto.randomUUID(), type: 'PostFramed', data: {}, metadata: metadata ?? {} };
  await kernel.storage.log.append('post-1', 'noStream', [framed]);
}

it('a program that is older than the log says which version it needs, and starts with --force', async () => {
  const first = await ServerProcess.start(kernel.dataDir);
  await first.stop();
  await kernel.reopen();
  await useNewer();
  await kernel.storage.close();
  const refused = await runToEnd({ DATA_DIR: kernel.dataDir, PORT: '0' });
  expect(refused.code).toBe(1);
  expect(refused.errors).toMatch(
    /^This log needs Footnote 9\.1\.0 or later, and this is \S+: it cannot read the events PostFramed 1\. .*--force\n$/,
  );
  const forced = await ServerProcess.start(kernel.dataDir, {}, { args: ['--force'] });
  const { body } = await forced.browser().get<HealthReport>('/health');
  expect(body).toMatchObject({ status: 'degraded', quarantine: [{ type: 'PostFramed', events: 1 }] });
  await forced.stop();
  await kernel.reopen();
});
