// Writes every mutant of a file into the file, each behind a switch. One warm process can then run them all without a reload.
import { SourceMap } from 'node:module';
import ts from 'typescript';
import { mutationsOf } from './operators.mjs';

/**
 * @typedef {{ id: number, file: string, line: number, inside: string, from: string, to: string,
 *   isKept: boolean }} Mutant
 * `file` and `line` refer to the TypeScript source, `inside` is the enclosing function. `isKept`: the module keeps state, so
 * a warm process may hide the mutant.
 */

const SWITCH = '$isMutant';
const decorating = /^__(?:decorate|metadata|param)$/;

/** Helpers that tsc adds for decorators. We did not write them. */
function isOfDecorators(node) {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.some(({ name }) => decorating.test(name.getText()));
  }
  if (!ts.isExpressionStatement(node)) return false;
  const { expression } = node;
  const called = ts.isBinaryExpression(expression) ? expression.right : expression;
  return ts.isCallExpression(called) && decorating.test(called.expression.getText());
}

/** The names of the functions, tables and classes around a node, outermost first. */
function insideOf(node) {
  const names = [];
  for (let at = node; at; at = at.parent) {
    const isNamed =
      ts.isFunctionDeclaration(at) ||
      ts.isMethodDeclaration(at) ||
      ts.isVariableDeclaration(at) ||
      ts.isPropertyAssignment(at) ||
      ts.isPropertyDeclaration(at) ||
      ts.isClassExpression(at) ||
      ts.isClassDeclaration(at) ||
      ts.isGetAccessor(at);
    if (isNamed && at.name && !ts.isObjectBindingPattern(at.name) && !ts.isArrayBindingPattern(at.name)) {
      const name = at.name.getText();
      if (names[0] !== name) names.unshift(name);
    }
    if (ts.isConstructorDeclaration(at)) names.unshift('constructor');
  }
  return names.join('.');
}

const declaring = /^(?:event|object|named|oneOf|anyOf|nullable|optional|personal|list|record)$/;

/** Declares fields or an event: data that the contract documents show, no logic. */
const isDeclaration = (file, node) =>
  /^(?:domain\/|projections\/|kernel\/kernel-events)/.test(file) &&
  ts.isCallExpression(node) &&
  declaring.test(node.expression.getText());

/** Whether a module has mutable variables or collections at the top level. */
const keepsState = ({ statements }) =>
  statements
    .filter(ts.isVariableStatement)
    .filter((statement) => !isOfDecorators(statement))
    .flatMap(({ declarationList }) =>
      [...declarationList.declarations].map((found) => [declarationList, found]),
    )
    .some(([{ flags }, { initializer }]) => {
      const isCollection = initializer && ts.isNewExpression(initializer) && !initializer.arguments?.length;
      const isClass = initializer && ts.isClassExpression(initializer);
      return isCollection || ((flags & ts.NodeFlags.Let) !== 0 && !isClass);
    });

const oneLine = (text) => text.replaceAll(/\s+/g, ' ').trim();

/**
 * @param {{ file: string, text: string, map: object, switchUrl: string, nextId: number }} source
 *   `text` is compiled JavaScript, `map` its parsed source map, `switchUrl` the module with the switch
 * @returns {{ text: string, mutants: Mutant[] }}  the file with its mutants inside, numbered from `nextId` on
 */
export function instrument({ file, text, map, switchUrl, nextId }) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true, ts.ScriptKind.JS);
  const lines = new SourceMap(map);
  const isKept = keepsState(source);
  const mutants = [];

  const note = ({ node, from, to }) => {
    const { line, character } = source.getLineAndCharacterOfPosition(node.getStart());
    const found = lines.findEntry(line, character);
    const id = nextId + mutants.length;
    mutants.push({
      id,
      file,
      line: (found.originalLine ?? line) + 1,
      inside: insideOf(node),
      from: oneLine(from),
      to: oneLine(to),
      isKept,
    });
    return id;
  };

  /** The text of a node with its children replaced, without the trivia before its first token. */
  const withChildren = (node) => {
    let written = '';
    let end = node.getStart();
    ts.forEachChild(node, (child) => {
      written += text.slice(end, child.getStart()) + write(child);
      end = child.getEnd();
    });
    return written + text.slice(end, node.getEnd());
  };

  const write = (node) => {
    if (isOfDecorators(node) || isDeclaration(file, node)) return node.getText();
    const found = mutationsOf(node).map((mutation) => ({ ...mutation, id: note(mutation) }));
    const inner = withChildren(node);
    if (found.length === 0) return inner;
    const [{ kind, id }] = found;
    if (kind === 'body') return `{ if (${SWITCH}(${id})) return; ${inner} }`;
    if (kind === 'statement') return `{ if (!${SWITCH}(${id})) { ${inner} } }`;
    const choices = found.map((mutation) => `${SWITCH}(${mutation.id}) ? (${mutation.to}) : `);
    return `(${choices.join('')}(${inner}))`;
  };

  const body = withChildren(source);
  const written = `import { isMutant as ${SWITCH} } from ${JSON.stringify(switchUrl)}; ${body}`;
  return { text: written, mutants };
}
