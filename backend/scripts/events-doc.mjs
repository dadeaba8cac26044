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

const sources = globSync('src/domain/**/*.ts', { cwd: backend })
  .toSorted()
  .map((file) =>
    ts.createSourceFile(file, readFileSync(path.join(backend, file), 'utf8'), ts.ScriptTarget.ES2023, true),
  );

/** What the comments say of commands, events, and types of fields, and of the fields of both. */
const commands = new Map();
const events = new Map();
const types = new Map();
/** The exported values of all files by their names: other files make fields of them. */
const exported = new Map(
  sources
    .flatMap(({ statements }) => statements.filter(ts.isVariableStatement))
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .map(({ declarationList }) => declarationList.declarations[0])
    .map(({ name, initializer }) => [name.text, initializer]),
);
for (const tree of sources) {
  const values = new Map(exported);
  ts.forEachChild(tree, (node) => {
    if (!ts.isVariableStatement(node)) return;
    const [{ name, initializer }] = node.declarationList.declarations;
    if (!initializer) return;
    values.set(name.text, initializer);
    if (isCallOf('named', initializer)) {
      types.set(initializer.arguments[0].text, { says: docOf(node), fields: fieldDocs(initializer, values) });
    }
  });
  collectEntries(tree, values);
}

/** The events in a tree, and what may be a rule: a property with a comment and a name like a command's. */
function collectEntries(node, values) {
  if (ts.isPropertyAssignment(node) && isCallOf('event', node.initializer)) {
    events.set(node.name.text, {
      says: docOf(node),
      fields: fieldDocs(node.initializer.arguments[0], values),
    });
  } else if (ts.isObjectLiteralElement(node) && docOf(node)) commands.set(node.name?.getText(), docOf(node));
  ts.forEachChild(node, (child) => collectEntries(child, values));
}

/** The named types that events use, in the order of their names. */
const named = new Map();
for (const { data } of Object.values(catalogue)) collectNamed(data);

const text = `# Events and commands

Made from the code by \`npm run generate\`; \`npm run check\` fails when it is out of step. Fields marked **personal** are encrypted with the key of the
person they belong to and read as null once that key is destroyed. Every event also carries metadata: when, the actor (an admin with the role at that time), correlation and causation ids, the request id
and the version of its data. The line under each event is its sentence in the audit trail, with its parameters.

An event is checked against its fields when it is written and when it is read; one that does not fit goes to the quarantine. Other fields
are kept and ignored. \`id\` is text that is not empty, \`time\` is ISO 8601 in UTC, \`day\` a date such as \`2026-11-21\`, \`week\` an ISO week such as
\`2026-W47\`; a field with \`?\` may be missing. [Types of fields](#types-of-fields) has the others.

## Commands

| command | what it asks for | aggregate | stream |
| --- | --- | --- | --- |
${aggregates.flatMap(commandRows).join('\n')}

${aggregates.map(eventsOf).join('\n')}

## Types of fields

${[...named]
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(typeSection)
  .join('\n')}`;

writeFileSync(page, await format(text, { ...(await resolveConfig(page)), parser: 'markdown' }));

function commandRows(aggregate) {
  return Object.keys(aggregate.commands)
    .toSorted()
    .map(
      (name) =>
        `| \`${name}\` | ${oneLine(commands.get(name))} | ${aggregate.category} | \`${streamOf(aggregate)}\` |`,
    );
}

function eventsOf(aggregate) {
  const sections = Object.keys(aggregate.evolve).map((type) => {
    const { says, fields } = events.get(type);
    const { data, personal, trail, version } = catalogue[type];
    const sentence = trail.says.replaceAll(/\{.*?\}/g, '`$&`');
    return `### ${type}\n\n${oneLine(says)} Version ${version}.\n\n> ${sentence}\n\n${fieldTable(data, fields, personal?.fields)}`;
  });
  return `## ${aggregate.category}\n\nStream \`${streamOf(aggregate)}\`.\n\n${sections.join('\n')}`;
}

function typeSection([name, schema]) {
  const { says = '', fields = new Map() } = types.get(name) ?? {};
  const meaning = oneLine(says);
  if (schema.properties) return `### ${name}\n\n${meaning}\n\n${fieldTable(schema, fields)}`;
  return `### ${name}\n\n${meaning}\n\n\`${typeOf({ ...schema, title: undefined })}\`\n`;
}

function fieldTable({ properties }, docs, personal = []) {
  const rows = Object.entries(properties).map(([name, field]) => {
    const meaning = [personal.includes(name) && '**personal**', oneLine(docs.get(name) ?? '')];
    const type = typeOf(field).replaceAll('|', '\\|');
    return `| \`${name}${'~optional' in field ? '?' : ''}\` | \`${type}\` | ${meaning.filter(Boolean).join(' ')} |`;
  });
  return `| field | type | |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

function typeOf(schema) {
  if (schema.title) return schema.title;
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value).replaceAll('"', "'")).join(' | ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  if (schema.additionalProperties) return `record of ${typeOf(schema.additionalProperties)}`;
  if (schema.properties) {
    return `{ ${Object.entries(schema.properties)
      .map(([name, field]) => `${name}: ${typeOf(field)}`)
      .join(', ')} }`;
  }
  if (schema.type === 'string') return schema.minLength ? 'id' : 'text';
  return schema.type;
}

function collectNamed(schema) {
  if (schema.title && !schema.pattern) named.set(schema.title, schema);
  const { anyOf = [], items, additionalProperties, properties = {} } = schema;
  for (const part of [...anyOf, items, additionalProperties, ...Object.values(properties)]) {
    if (part) collectNamed(part);
  }
}

/** What the comments say of the fields in an expression that lists fields, or of an object with fields. */
function fieldDocs(expression, values) {
  if (!expression) return new Map();
  if (ts.isIdentifier(expression)) return fieldDocs(values.get(expression.text), values);
  if (ts.isPropertyAccessExpression(expression)) return fieldDocs(expression.expression, values);
  if (ts.isCallExpression(expression)) return fieldDocs(expression.arguments.at(-1), values);
  if (!ts.isObjectLiteralExpression(expression)) return new Map();
  return new Map(
    expression.properties.flatMap((part) =>
      ts.isSpreadAssignment(part) ? [...fieldDocs(part.expression, values)] : [[part.name.text, docOf(part)]],
    ),
  );
}

function isCallOf(name, node) {
  return ts.isCallExpression(node) && node.expression.text === name;
}

function docOf(node) {
  const doc = node.jsDoc?.at(-1)?.comment;
  return (typeof doc === 'string' ? doc : ts.getTextOfJSDocComment(doc)) ?? '';
}
