// Finds who sends which command, and which events a command leads to, by following calls through the sources.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const backend = path.join(import.meta.dirname, '..');
const TIMERS = new Set(['Cron', 'Interval', 'Timeout']);
const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

const { options, fileNames } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(path.join(backend, 'tsconfig.json'), ts.sys.readFile).config,
  ts.sys,
  backend,
);
const program = ts.createProgram(
  fileNames.filter((file) => file.includes('/backend/src/')),
  options,
);
const checker = program.getTypeChecker();

/** The top-level classes and functions of the files in a folder of `backend/src`. */
function declarationsIn(folder) {
  const directory = `/backend/src/${folder}/`;
  const files = program.getSourceFiles().filter(({ fileName }) => fileName.includes(directory));
  return files.flatMap(({ statements }) =>
    statements.filter((node) => ts.isClassDeclaration(node) || ts.isFunctionDeclaration(node)),
  );
}

/** The symbol that a name refers to, where it is declared. */
function declarationOf(name) {
  const symbol = checker.getSymbolAtLocation(name);
  if (!symbol) return undefined;
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return target.valueDeclaration;
}

/** Whether a declaration is code in one of `folders`, which can be followed. */
function isFollowed(declaration, folders) {
  const isCode =
    ts.isFunctionLike(declaration) ||
    (ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined) ||
    ts.isPropertyAssignment(declaration);
  const { fileName } = declaration.getSourceFile();
  return isCode && folders.some((folder) => fileName.includes(`/backend/src/${folder}/`));
}

/** Visits every node of `root` and, through the names in it, every piece of code that it may run. */
function follow(root, folders, visit) {
  const seen = new Set();
  const waiting = [root];
  const look = (node) => {
    visit(node);
    if (ts.isIdentifier(node)) {
      const declaration = declarationOf(node);
      if (declaration && isFollowed(declaration, folders)) waiting.push(declaration);
    }
    ts.forEachChild(node, look);
  };
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    look(next);
  }
}

/** The names of the commands that a piece of code sends. */
function sentBy(root) {
  const sent = new Set();
  follow(root, ['api', 'control', 'reactions'], (node) => {
    if (!ts.isNewExpression(node)) return;
    const declaration = declarationOf(node.expression);
    if (declaration?.getSourceFile().fileName.endsWith('.commands.ts')) sent.add(declaration.name.text);
  });
  return sent;
}

function decoratorsOf(node) {
  return (ts.getDecorators(node) ?? []).map(({ expression }) =>
    (ts.isCallExpression(expression) ? expression.expression : expression).getText(),
  );
}

/** Every call of the contract, with the controller method that answers it. */
function calls() {
  const contract = JSON.parse(readFileSync(path.join(backend, 'openapi.json'), 'utf8'));
  const controllers = declarationsIn('api').filter((node) => decoratorsOf(node).includes('Controller'));
  const actions = controllers.flatMap(({ members }) => members.filter(ts.isMethodDeclaration));
  return Object.entries(contract.paths).flatMap(([address, operations]) =>
    METHODS.filter((method) => operations[method]).map((method) => {
      const { operationId } = operations[method];
      const root = actions.find(({ name }) => name.getText() === operationId);
      if (!root) throw new Error(`no controller answers ${operationId}`);
      return { label: `${method.toUpperCase()} ${address}`, root };
    }),
  );
}

/** Every reaction to events by its name; every scheduled one by its file name; operators as one. */
function others() {
  const fileOf = (node) => path.basename(node.getSourceFile().fileName, '.ts');
  const returning = (folder, type) =>
    declarationsIn(folder).filter((node) => ts.isFunctionDeclaration(node) && node.type?.getText() === type);
  const timed = declarationsIn('reactions').filter(
    (node) =>
      ts.isClassDeclaration(node) &&
      node.members.some((member) => decoratorsOf(member).some((name) => TIMERS.has(name))),
  );
  return [
    ...returning('reactions', 'Reaction').map((root) => ({ label: `reaction ${fileOf(root)}`, root })),
    ...timed.map((root) => ({ label: `timer ${fileOf(root)}`, root })),
    ...returning('control', 'OperatorCommands').map((root) => ({ label: 'command of operators', root })),
  ];
}

/** The senders of each command, by the command's name. */
export function sendersByCommand() {
  const senders = new Map();
  for (const { label, root } of [...calls(), ...others()]) {
    for (const command of sentBy(root)) {
      senders.set(command, [...new Set([...(senders.get(command) ?? []), label])]);
    }
  }
  return senders;
}

/** The table of an aggregate: the object with its `decide` and its `commands`. */
function tableOf(category) {
  for (const { fileName, statements } of program.getSourceFiles()) {
    if (!fileName.includes('/backend/src/domain/')) continue;
    for (const declaration of statements
      .filter(ts.isVariableStatement)
      .flatMap((s) => s.declarationList.declarations)) {
      const table = declaration.initializer;
      if (!table || !ts.isObjectLiteralExpression(table)) continue;
      const named = propertyOf(table, 'category')?.initializer;
      if (named && ts.isStringLiteral(named) && named.text === category) return table;
    }
  }
  throw new Error(`no table of ${category} found`);
}

function propertyOf(object, name) {
  return object.properties.find((property) => property.name?.getText() === name);
}

/** The events that a command may lead to: those whose type appears in the code of its rule. */
export function eventsOf(aggregate, command) {
  const decide = propertyOf(tableOf(aggregate.category), 'decide');
  const rule = decide && ts.isPropertyAssignment(decide) && propertyOf(rulesIn(decide.initializer), command);
  if (!rule) throw new Error(`no rule for ${command} found`);
  const types = new Set();
  follow(rule, ['domain'], (node) => {
    if (ts.isStringLiteral(node) && node.text in aggregate.evolve) types.add(node.text);
  });
  if (types.size === 0) throw new Error(`no event of ${command} found`);
  return Object.keys(aggregate.evolve).filter((type) => types.has(type));
}

function rulesIn(node) {
  const table = ts.isIdentifier(node) ? declarationOf(node)?.initializer : node;
  if (!table || !ts.isObjectLiteralExpression(table)) throw new Error('the rules are not a table');
  return table;
}
