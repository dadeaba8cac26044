// Keeps the code examples in docs/*.md equal to the code of the tests, and the paths in all documents right.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { capture, main, root } from './process.mjs';

const usage = `
Usage: node scripts/docs.mjs [--check]

Copies marked regions of source files into the documents. In docs/*.md, a comment names the source of the fenced block
after it:

  <!-- code: backend/test/domain/post.spec.ts#publish -->

In that file, the region is between "// docs:begin publish" and "// docs:end publish".

Then checks that each linked file and heading of docs/*.md, README.md and CONTRIBUTING.md exists, and each file and folder that is
named there in backquotes. A name may leave out the folders that it begins with.

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

const link = /\]\((?<to>[^)#\s:]*)(?:#(?<anchor>[\w-]+))?\)/g;
const quoted = /`(?<words>[^`\n]+)`/g;
const fileName = /^[\w@][\w.@-]*(?:\/[\w.@$-]+)*\.(?:tsx?|mjs|css)$/;
const folderName = /^(?:backend|bench|docs|frontend|scripts)\/(?!dist\b)[\w./-]+$/;

/** The ends of the path of a file and of its folders: `a/b/c` gives `a/b/c`, `b/c`, `c`, `a/b` and so on. */
function endsOf(file) {
  const parts = file.split('/');
  const paths = parts.map((_, index) => parts.slice(0, index + 1));
  return paths.flatMap((path) => path.map((_, index) => path.slice(index).join('/')));
}

/** Whether a document has a heading with the anchor that GitHub gives it. */
const hasHeading = (document, anchor) =>
  [...readFileSync(document, 'utf8').matchAll(/^#+ (.+)$/gm)].some(
    ([, heading]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-') === anchor,
  );

/** What a document links to or names that does not exist. */
function missingIn(document, known) {
  const text = readFileSync(join(root, document), 'utf8');
  const links = [...text.matchAll(link)].map(({ groups: { to, anchor } }) => ({
    to: anchor ? `${to}#${anchor}` : to,
    file: to === '' ? join(root, document) : join(root, dirname(document), to),
    anchor,
  }));
  const words = [...text.matchAll(quoted)].flatMap(({ groups }) => groups.words.split(' '));
  return [
    ...links.flatMap(({ to, file, anchor }) =>
      existsSync(file) && (!anchor || hasHeading(file, anchor)) ? [] : [to],
    ),
    ...words.filter((word) => fileName.test(word) && !known.has(word)),
    ...words.filter((word) => folderName.test(word) && !known.has(word.replace(/\/$/, ''))),
  ];
}

/** Prints each wrong path. @returns whether there is one */
async function hasWrongPaths(documents) {
  const { output } = await capture('git', ['ls-files', '--cached', '--others', '--exclude-standard']);
  const known = new Set(output.trim().split('\n').flatMap(endsOf));
  const wrong = documents.flatMap((document) =>
    missingIn(document, known).map((path) => `${document}: ${path} does not exist`),
  );
  for (const line of wrong) console.error(line);
  return wrong.length > 0;
}

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
  const pages = ['README.md', 'CONTRIBUTING.md', ...documents.map((path) => join('docs', path))];
  if (await hasWrongPaths(pages)) return 1;
  if (!isCheck || stale.length === 0) return 0;
  console.error('Run `node scripts/docs.mjs` and commit the changes.');
  return 1;
});
