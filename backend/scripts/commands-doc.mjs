// Writes docs/commands.md from the code: every command with its stream, its events and the views that fold them.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { aggregates } from '../dist/src/domain/aggregates.js';
import { POST_ACTS, resultOf } from '../dist/src/domain/post/post-acts.events.js';
import { projections } from '../dist/src/projections/projections.js';
import { streamOf } from './wording.mjs';

const backend = path.join(import.meta.dirname, '..');
const page = path.join(backend, '../docs/commands.md');

if (process.argv.includes('--help')) {
  console.log('Writes docs/commands.md from the sources of the backend. Build the backend first.');
  process.exit(0);
}

const { options, fileNames } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(path.join(backend, 'tsconfig.json'), ts.sys.readFile).config,
  ts.sys,
  backend,
);
const program = ts.createProgram(fileNames.filter(isDomain), options);
const checker = program.getTypeChecker();
const tables = new Map(
  program
    .getSourceFiles()
    .filter(({ fileName }) => isDomain(fileName))
    .flatMap(tablesIn),
);

const text = `# Commands

Made from the code by \`npm run generate\`; \`npm run check\` fails when it is out of step. Each command goes over the command bus to the one handler
of \`kernel/commands\`, which lets the aggregate decide on its stream and appends the events. The answer waits, 2 s at most, for the views that fold
these events. What an event holds is in [events.md](events.md). The sections are the folders of \`backend/src/domain\`.

${[...Map.groupBy(aggregates, folderOf)].map(sectionOf).join('\n')}`;

writeFileSync(page, await format(text, { ...(await resolveConfig(page)), parser: 'markdown' }));

function sectionOf([folder, owned]) {
  return `## ${folder}

| command | aggregate | stream | events | views |
| --- | --- | --- | --- | --- |
${owned.flatMap(rowsOf).join('\n')}
`;
}

function rowsOf(aggregate) {
  return Object.keys(aggregate.commands)
    .toSorted()
    .map((command) => {
      const events = eventsOf(aggregate, command);
      const views = projections
        .filter(({ on }) => events.some((event) => event in on))
        .map(({ name }) => name);
      const cells = [
        `\`${command}\``,
        aggregate.category,
        `\`${streamOf(aggregate)}\``,
        events.map((name) => `\`${name}\``).join(', '),
        views.join(', ') || 'none',
      ];
      return `| ${cells.join(' | ')} |`;
    });
}

function isDomain(file) {
  return file.includes('/backend/src/domain/');
}

/** The rules of the aggregates in a file, by category: the argument of `aggregate(category, …).rules(…)`. */
function tablesIn({ statements }) {
  return statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .map(({ initializer }) => initializer)
    .filter((call) => call && ts.isCallExpression(call) && call.expression.name?.text === 'rules')
    .map((call) => [call.expression.expression.arguments[0].text, call.arguments[0]]);
}

function tableOf({ category }) {
  const table = tables.get(category);
  if (!table) throw new Error(`no table of ${category} found`);
  return table;
}

function folderOf(aggregate) {
  return path.basename(path.dirname(tableOf(aggregate).getSourceFile().fileName));
}

/** The events that a command may lead to: those whose type appears in the code of its rule. */
function eventsOf(aggregate, command) {
  const rule = ruleIn(propertyOf(tableOf(aggregate), 'decide').initializer, command);
  // The rules of acts on posts are made from their rows.
  const kinds = POST_ACTS.filter((kind) => resultOf(kind).command === command);
  if (!rule && kinds.length > 0) return kinds;
  if (!rule) throw new Error(`no rule for ${command} found`);
  const types = new Set();
  follow(rule, (node) => {
    if (ts.isStringLiteral(node) && node.text in aggregate.evolve) types.add(node.text);
  });
  if (types.size === 0) throw new Error(`no event of ${command} found`);
  return Object.keys(aggregate.evolve).filter((type) => types.has(type));
}

function propertyOf(object, name) {
  return object.properties.find((property) => property.name?.getText() === name);
}

/** The rule of a command in a table, or in the tables that it is made of. */
function ruleIn(node, command) {
  const named = ts.isIdentifier(node) ? declarationOf(node)?.initializer : node;
  const table = named && ts.isSatisfiesExpression(named) ? named.expression : named;
  if (!table || !ts.isObjectLiteralExpression(table)) return undefined;
  const others = table.properties
    .filter(ts.isSpreadAssignment)
    .map(({ expression }) => ruleIn(expression, command));
  return propertyOf(table, command) ?? others.find(Boolean);
}

/** Visits every node of `root` and, through the names in it, every piece of code of the domain that it may run. */
function follow(root, visit) {
  const seen = new Set();
  const waiting = [root];
  const look = (node) => {
    // The type of a state has the name of its aggregate.
    if (ts.isTypeReferenceNode(node)) return;
    visit(node);
    if (ts.isIdentifier(node)) {
      const declaration = declarationOf(node);
      if (declaration && isCode(declaration)) waiting.push(declaration);
    }
    ts.forEachChild(node, look);
  };
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    look(next);
  }
}

/** What a name refers to, where it is declared. */
function declarationOf(name) {
  const symbol = checker.getSymbolAtLocation(name);
  if (!symbol) return undefined;
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return target.valueDeclaration;
}

function isCode(declaration) {
  const isRun =
    ts.isFunctionLike(declaration) ||
    (ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined) ||
    ts.isPropertyAssignment(declaration);
  return isRun && isDomain(declaration.getSourceFile().fileName);
}
