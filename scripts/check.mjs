// What has to hold before a change lands: form, arrows, generated files, documents, tests. .ci/run asks the same.
import { join } from 'node:path';
import { capture, main, root, run } from './process.mjs';

const usage = `
Usage: npm run check [-- --fast]

Runs every check, one line each, and the output of those that fail; then the tests.

  --fast  leaves out the tests
  --help  shows this
`;

/** Files that a program writes and that are committed, so that their diff can be reviewed. */
const generated = [
  'backend/openapi.json',
  'docs/commands.md',
  'docs/events.md',
  'frontend/src/api',
  'frontend/src/routeTree.gen.ts',
];

/** Writes the generated files anew; what then differs from the committed or staged text had drifted. */
async function checkGenerated() {
  const written = await capture('nx', ['run-many', '-t', 'generate', '--parallel=1', '--outputStyle=static']);
  if (written.code !== 0) return written;
  const status = await capture('git', ['status', '--porcelain', '--', ...generated]);
  if (status.code !== 0) return status;
  const drifted = status.output.split('\n').filter((line) => line !== '' && line[1] !== ' ');
  if (drifted.length === 0) return { code: 0, output: '' };
  const advice = 'These files were out of date and are now written anew. Review and `git add` them:';
  return { code: 1, output: [advice, ...drifted.map((line) => line.slice(3))].join('\n') };
}

/** The composition is read by Docker itself, where it is; its secrets are whatever reads as one. */
async function checkComposition() {
  const docker = await capture('docker', ['compose', 'version']).catch(() => ({ code: 1 }));
  if (docker.code !== 0) return { code: 0, output: '', note: 'left out: docker compose is not here' };
  const secrets = { APP_SECRET: 'x'.repeat(32), EVENTSTORE_PASSWORD: 'x', MONGODB_PASSWORD: 'x' };
  return capture('docker', ['compose', 'config', '--quiet'], { env: secrets });
}

const checks = {
  format: () => capture('prettier', ['--check', '--log-level=warn', '.']),
  lint: () => capture('oxlint', ['--deny-warnings']),
  arrows: () => capture('npm', ['run', '--silent', 'arrows']),
  generated: checkGenerated,
  documents: () => capture('node', ['scripts/docs.mjs', '--check']),
  composition: checkComposition,
};

await main(usage, async (args) => {
  const isFast = args.join(' ') === '--fast';
  if (args.length > 0 && !isFast) throw new Error(usage.trim());
  let failures = 0;
  for (const [name, check] of Object.entries(checks)) {
    const { code, output, note } = await check();
    console.log(`${code === 0 ? 'ok    ' : 'failed'}  ${name}${note ? ` (${note})` : ''}`);
    if (code === 0) continue;
    failures += 1;
    console.log(output.trim().replaceAll(/^/gm, '  '));
  }
  const tests = isFast ? 0 : await run('node', [join(root, 'scripts/test.mjs')]);
  return failures > 0 || tests !== 0 ? 1 : 0;
});
