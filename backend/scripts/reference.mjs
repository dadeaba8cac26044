// Writes docs/reference.md from what the code declares. Build the backend first.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LIMITS } from '../dist/src/api/http/limits.js';
import { CARE } from '../dist/src/infrastructure/disk/damaged-file.js';
import { RECORDED_EVENTS } from '../dist/src/infrastructure/security-log/security-log.port.js';
import { ALARMS } from '../dist/src/kernel/alarms.js';
import { SECRETS } from '../dist/src/settings/secret-files.js';
import { format, resolveConfig } from 'prettier';

const root = path.join(import.meta.dirname, '../..');
const file = path.join(root, 'docs/reference.md');
const textOf = (name) => readFile(path.join(root, name), 'utf8');

/** A table in Markdown. */
const table = (...rows) => {
  const lines = rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  return [lines[0], `|${' - |'.repeat(rows[0].length)}`, ...lines.slice(1)].join('\n');
};
const code = (text) => `\`${text}\``;
/** Puts settings, headers, commands and addresses into backquotes. */
const marked = (text) =>
  text.replaceAll(
    /`[^`]*`|npm run [\w:]+(?: -- (?:--)?[\w-]+)?|\b[A-Z0-9]+_[A-Z_]+\b(?:\/[\w-]+)?|\b(?:X|Sec)-[A-Z][\w-]+|\w+:\/\/[^ ,;]+/g,
    (words) => (words.startsWith('`') ? words : code(words)),
  );
/** The text of a comment. */
const said = (comment) =>
  comment
    .replaceAll(/^[ \t]*(?:\/\*\*|\*(?!\/)|#)?|\*\/$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A row for each group of settings of .env.example: the names, their defaults, and the comment above them. */
const settings = [...(await textOf('.env.example')).matchAll(/((?:^#.*\n)+)((?:^[A-Z0-9_]+=.*\n)+)/gm)].map(
  ([, comment, lines]) => {
    const pairs = lines
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/));
    const list = (values) => values.map((value) => (value ? code(value) : '–')).join(', ');
    const defaults = pairs.map(([, value]) => value);
    return [
      list(pairs.map(([name]) => name)),
      defaults.some(Boolean) ? list(defaults) : '',
      marked(said(comment)),
    ];
  },
);

/** The comment of each field of the interface in a file. */
const fieldsOf = (text, name) => {
  const [, body] = new RegExp(`^export interface ${name} \\{\\n([^]*?)^\\}`, 'm').exec(text);
  return [...body.matchAll(/(\/\*\*(?:(?!\*\/)[^])*\*\/)\s+readonly (\w+)/g)].map(([, comment, field]) => [
    field,
    said(comment),
  ]);
};
const entry = fieldsOf(
  await textOf('backend/src/infrastructure/security-log/security-log.port.ts'),
  'SecurityEntry',
);
const limitFields = Object.fromEntries(fieldsOf(await textOf('backend/src/api/http/limits.ts'), 'Limit'));

const times = (minutes) => (minutes === 1440 ? 'a day' : minutes === 60 ? 'an hour' : `${minutes} minutes`);
/** The windows of a limit share a row. */
const windows = new Map();
for (const { name, most, minutes, by, forgives, sparesDevices } of Object.values(LIMITS).flat()) {
  const spared = [
    forgives === 'success' && 'tries that succeed',
    forgives === 'invalid' && 'requests with invalid fields',
    sparesDevices && 'browsers that have signed in with the name',
  ];
  const key = [code(name), code(by), spared.filter(Boolean).join(', ')].join('|');
  windows.set(key, (windows.get(key) ?? new Set()).add(`${most} in ${times(minutes)}`));
}
const limits = [...windows].map(([key, steps]) => [...key.split('|'), [...steps].join(', ')]);

/** What `footnote` says with `--help`. In this process: to start one for each command would take a minute. */
const help = async (...words) => {
  const { exit } = process;
  const writes = [process.stdout.write, process.stderr.write];
  let text = '';
  process.argv = [process.execPath, 'footnote', ...words, '--help'];
  process.stdout.write = (chunk) => (text += chunk) !== '';
  // What stops the command is printed as a failed start.
  process.stderr.write = () => true;
  process.exit = () => {
    throw new Error('The help is the end.');
  };
  await import(`../dist/src/tools/footnote.js?${words}`).catch((error) => {
    if (text === '') throw error;
  });
  process.exit = exit;
  [process.stdout.write, process.stderr.write] = writes;
  return text.trim();
};
const list = await help();
const helps = [];
for (const [, name] of list.matchAll(/^ {2}([a-z:-]+) {2,}[a-z]/gm)) {
  helps.push(`### ${name}\n\n\`\`\`text\n${await help(name)}\n\`\`\``);
}

const page = `# Reference

Made from the code by \`npm run generate\`: change it there. [operations.md](operations.md) says when an operator needs it.

## Settings

Settings are environment variables, from [.env.example](../.env.example). The start checks them and reports all problems at once.
Without a default, the setting is empty. Instead of \`NAME\`, \`NAME_FILE\` can name a file that holds ${SECRETS.map(code).join(', ')}.

${table(['setting', 'default', 'what it does'], ...settings)}

## Commands

npm runs the commands as below. In the image \`npm run NAME -- ARGUMENTS\` is \`footnote NAME ARGUMENTS\`. The exit code is 0 if
the command did its work, 1 if it failed or found differences, and 2 for wrong arguments.

\`\`\`text
${list}
\`\`\`

${helps.join('\n\n')}

## Alarms

In \`alarms\` of \`/health\`, with \`about\`, \`problem\`, \`since\` and \`remedy\`.

${table(['alarm', 'what it means', 'what to do'], ...Object.entries(ALARMS).map(([name, { means, remedy }]) => [code(name), marked(means), marked(remedy)]))}

## Damaged files

A start that finds one says \`FILE, WHAT IT IS, is damaged (REASON): WHAT TO DO\`. For \`outbox\` and \`views\`, which are folders, it is
about each file in them.

${table(['file', 'what it is', 'what to do'], ...Object.entries(CARE).map(([name, { holds, remedy }]) => [code(name), holds, marked(remedy)]))}

## Security log

Each line also has \`log\`, which is \`security\`, and \`time\`, in UTC.

${table(['field', 'content'], ...entry.map(([name, text]) => [code(name), text]))}

${table(['event', 'when'], ...Object.entries(RECORDED_EVENTS).map(([name, when]) => [code(name), when]))}

## Limits

Who is counted: ${limitFields.by.replace(/^Who is counted\. /, '')}

${table(['limit', 'counted by', 'not counted', 'at most'], ...limits)}
`;
await writeFile(file, await format(page, { ...(await resolveConfig(file)), parser: 'markdown' }));
