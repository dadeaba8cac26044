// Keeps the code examples in docs/*.md equal to the code of the tests.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { main, root } from './process.mjs';

const usage = `
Usage: node scripts/docs.mjs [--check]

Copies marked regions of source files into the documents. In docs/*.md, a comment names the source of the fenced block
after it:

  <!-- code: backend/test/domain/post.spec.ts#publish -->

In that file, the region is between "// docs:begin publish" and "// docs:end publish".

  --check  writes nothing and fails when a document is out of date
  --help   shows this
`;

/** The comment and, if present, the fenced block after it. */
const placeholder =
  /^<!-- code: (?<file>\S+)#(?<region>[\w-]+) -->(?:\n\n?```[^\n]*\n[\s\S]*?\n```)?(?=\n|$)/gm;

/** The lines between the region's marks, without their common indentation. */
function readRegion(file, region) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const begin = lines.findIndex((line) => line.trim() === `// docs:begin ${region}`);
  const end = lines.findIndex((line) => line.trim() === `// docs:end ${region}`);
  if (begin === -1 || end < begin) throw new Error(`${file} has no region "${region}".`);
  const code = lines.slice(begin + 1, end).filter((line) => !line.trim().startsWith('// docs:'));
  const margin = Math.min(...code.filter((line) => line.trim()).map((line) => line.search(/\S/)));
  return code
    .map((line) => line.slice(margin))
    .join('\n')
    .trim();
}

const fill = (text) =>
  text.replaceAll(placeholder, (...match) => {
    const { file, region } = match.at(-1);
    const language = extname(file).slice(1);
    return `<!-- code: ${file}#${region} -->\n\n\`\`\`${language}\n${readRegion(file, region)}\n\`\`\``;
  });

await main(usage, async (args) => {
  const isCheck = args.join(' ') === '--check';
  if (args.length > 0 && !isCheck) throw new Error(usage.trim());
  const documents = readdirSync(join(root, 'docs'), { recursive: true }).filter((path) =>
    path.endsWith('.md'),
  );
  const stale = documents.filter((path) => {
    const document = join(root, 'docs', path);
    const text = readFileSync(document, 'utf8');
    const filled = fill(text);
    if (filled !== text && !isCheck) writeFileSync(document, filled);
    return filled !== text;
  });
  for (const path of stale) console.log(`docs/${path}: ${isCheck ? 'out of date' : 'updated'}`);
  if (!isCheck || stale.length === 0) return 0;
  console.error('Run `node scripts/docs.mjs` and commit the changes.');
  return 1;
});
