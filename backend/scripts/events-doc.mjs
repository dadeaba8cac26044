// Writes docs/events.md from the code: every event with its meaning and its data, and every command with its stream.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { aggregates } from '../dist/src/domain/aggregates.js';
import { catalogue } from '../dist/src/domain/events.js';
import { oneLine, streamOf } from './wording.mjs';

const backend = path.join(import.meta.dirname, '..');
const page = path.join(backend, '..', 'docs', 'events.md');

if (process.argv.includes('--help')) {
  console.log('Writes docs/events.md from the sources of the domain. Build the backend first.');
  process.exit(0);
}

const sources = globSync('src/domain/**/*.{events,commands}.ts', { cwd: backend })
  .toSorted()
  .map((file) => ({
    file,
    tree: ts.createSourceFile(
      file,
      readFileSync(path.join(backend, file), 'utf8'),
      ts.ScriptTarget.ES2023,
      true,
    ),
  }));

const events = new Map();
const commands = new Map();
for (const { file, tree } of sources) {
  ts.forEachChild(tree, (node) => {
    if (ts.isInterfaceDeclaration(node) && node.name.text.endsWith('Events')) {
      for (const member of node.members) {
        events.set(member.name.getText(tree), { says: docOf(member), data: dataOf(member.type, tree), file });
      }
    }
    if (ts.isClassDeclaration(node) && node.name) commands.set(node.name.text, { says: docOf(node), file });
  });
}

const missing = Object.keys(catalogue).filter((type) => !events.has(type));
if (missing.length > 0) throw new Error(`no interface describes ${missing.join(', ')}`);

const text = `# Events and commands

Made from the code by \`npm run generate\`; \`npm run check\` fails when it is out of step. Fields marked **personal** are encrypted with the key of the
person they belong to and read as null once that key is destroyed. Every event also carries metadata: when, the actor (an admin with the role at that time), correlation and causation ids, the request id
and the version of its data. The line under each event is its sentence in the audit trail, with its parameters.

## Commands

| command | what it asks for | aggregate | stream |
| --- | --- | --- | --- |
${aggregates.flatMap(commandRows).join('\n')}

${aggregates.map(eventsOf).join('\n')}`;

writeFileSync(page, await format(text, { ...(await resolveConfig(page)), parser: 'markdown' }));

function commandRows(aggregate) {
  return Object.keys(aggregate.commands).map(
    (name) =>
      `| \`${name}\` | ${oneLine(commands.get(name).says)} | ${aggregate.category} | \`${streamOf(aggregate)}\` |`,
  );
}

function eventsOf(aggregate) {
  const sections = Object.keys(aggregate.evolve).map((type) => {
    const { says, data } = events.get(type);
    const facts = catalogue[type];
    const personal = new Set(facts.personal?.fields);
    const rows = data.map(
      ({ name, type: kind, says: meaning }) =>
        `| \`${name}\` | \`${kind}\` | ${[personal.has(name) && '**personal**', oneLine(meaning)].filter(Boolean).join(' ')} |`,
    );
    return `### ${type}\n\n${oneLine(says)} Version ${facts.version}.\n\n> ${facts.trail.says.replaceAll(/\{.*?\}/g, '`$&`')}\n\n| field | type | |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return `## ${aggregate.category}\n\nStream \`${streamOf(aggregate)}\`.\n\n${sections.join('\n')}`;
}

/** The fields of a payload; of an intersection, only those that are written out. */
function dataOf(type, tree) {
  if (ts.isIntersectionTypeNode(type)) return type.types.flatMap((part) => dataOf(part, tree));
  if (ts.isTypeReferenceNode(type)) return fieldsOfInterface(type.typeName.getText(tree), tree);
  return type.members.map((member) => fieldOf(member, tree));
}

function fieldsOfInterface(name, tree) {
  const found = tree.statements.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === name);
  return found ? found.members.map((member) => fieldOf(member, tree)) : [];
}

function fieldOf(member, tree) {
  return {
    name: member.name.getText(tree),
    type: oneLine(member.type.getText(tree)).replaceAll('|', '\\|'),
    says: docOf(member),
  };
}

function docOf(node) {
  const doc = node.jsDoc?.at(-1)?.comment;
  return (typeof doc === 'string' ? doc : ts.getTextOfJSDocComment(doc)) ?? '';
}
