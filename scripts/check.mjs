// Checks a change before it is merged: format, lint, dependency rules, generated files, documents, tests. CI runs the same.
import { join, relative } from 'node:path';
import { answerFaults } from './answers.mjs';
import { checks as asvs } from './checks/asvs.mjs';
import { checks as containers } from './checks/containers.mjs';
import { checks as firstLoad } from './checks/first-load.mjs';
import { checks as securityDocuments } from './checks/security-documents.mjs';
import { checks as sources } from './checks/sources.mjs';
import { capture, main, root, run } from './process.mjs';
import { flakyFaults, unknownLate, untestedDeadlines } from './specs.mjs';

const usage = `
Usage: npm run check [-- --fast]

Runs every check and prints one line for each, with the output of the failed ones. Then runs the tests.

  --fast  skips the tests
  --help  shows this
`;

/** Generated files that are committed, so that their diff can be reviewed. */
const generated = ['backend/openapi.json', 'backend/events.json', 'docs/reference.md'];

/** Regenerates the files. Fails when the result differs from the committed or staged text. */
async function checkGenerated() {
  const written = await capture('nx', ['run-many', '-t', 'generate', '--parallel=1', '--outputStyle=static']);
  if (written.code !== 0) return written;
  const status = await capture('git', ['status', '--porcelain', '--', ...generated]);
  if (status.code !== 0) return status;
  const stale = status.output.split('\n').filter((line) => line !== '' && line[1] !== ' ');
  if (stale.length === 0) return { code: 0, output: '' };
  const advice = 'These files were out of date and have been regenerated. Review and `git add` them:';
  return { code: 1, output: [advice, ...stale.map((line) => line.slice(3))].join('\n') };
}

/** Validates the compose files against the schema of the Compose specification, which a linter ships. */
async function checkCompose() {
  const { DCLinter } = await import('dclint');
  // It has rules of style, too. These findings are those that it cannot turn off.
  const isFault = ({ rule }) => rule === 'invalid-schema' || rule === 'invalid-yaml';
  const found = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] }).lintFiles(
    ['docker-compose.yml', 'docker-compose.scaled.yml'].map((file) => join(root, file)),
    false,
  );
  const faults = found.flatMap(({ filePath, messages }) =>
    messages.filter(isFault).map(({ line, message }) => `${relative(root, filePath)}:${line}: ${message}`),
  );
  return {
    code: faults.length === 0 ? 0 : 1,
    output: faults.join('\n'),
  };
}

/** Runs checks of texts, each of which throws if it does not hold. */
const texts = (named) => async () => {
  const faults = [];
  for (const [name, check] of Object.entries(named)) {
    try {
      await check();
    } catch (error) {
      faults.push(`${name}: ${error.message}`);
    }
  }
  return { code: faults.length, output: faults.join('\n') };
};

const checks = {
  lint: () => capture('oxlint', ['--deny-warnings']),
  imports: () => capture('npm', ['run', '--silent', 'check:imports']),
  generated: checkGenerated,
  documents: () => capture('node', ['scripts/docs.mjs', '--check']),
  compose: checkCompose,
  sources: texts(sources),
  'security documents': texts(securityDocuments),
  asvs: texts(asvs),
  containers: texts(containers),
  'first load': texts(firstLoad),
  'late tests': () => ({ code: unknownLate().length, output: `do not exist: ${unknownLate().join(', ')}` }),
  deadlines: async () => {
    const untested = await untestedDeadlines();
    return { code: untested.length, output: `no test lets them expire: ${untested.join(', ')}` };
  },
  answers: () => {
    const faults = answerFaults();
    return { code: faults.length, output: faults.join('\n') };
  },
  'flaky tests': () => ({ code: flakyFaults().length, output: flakyFaults().join('\n') }),
  mutants: () => capture('node', ['scripts/mutants.mjs', '--listed']),
};
/** Takes as long as all other checks together, so it runs beside them. It reads nothing that they write. */
const checkFormat = () =>
  capture('prettier', ['--check', '--log-level=warn', '.']).catch(({ message }) => ({
    code: 1,
    output: message,
  }));

await main(usage, async (args) => {
  const isFast = args.join(' ') === '--fast';
  if (args.length > 0 && !isFast) throw new Error(usage.trim());
  let failures = 0;
  const format = checkFormat();
  for (const [name, check] of Object.entries({ ...checks, format: () => format })) {
    const { code, output } = await check();
    console.log(`${code === 0 ? 'ok    ' : 'failed'}  ${name}`);
    if (code === 0) continue;
    failures += 1;
    console.log(output.trim().replaceAll(/^/gm, '  '));
  }
  const tests = isFast ? 0 : await run('node', [join(root, 'scripts/test.mjs')]);
  return failures > 0 || tests !== 0 ? 1 : 0;
});
