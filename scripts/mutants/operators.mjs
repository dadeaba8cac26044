// The classic mutations of compiled JavaScript. Each rule looks at one node and returns its replacements.
import ts from 'typescript';

/** @typedef {{ from: string, to: string, node: ts.Node, kind: 'expression' | 'statement' | 'body' }} Mutation */

const swaps = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '^': ['|'],
  '&': ['|'],
  '|': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '+=': ['-='],
  '-=': ['+='],
  '??=': ['&&='],
};

/** Methods whose call can be left out, because the result has the type of the receiver. */
const droppedMethods = new Set([
  'filter',
  'reverse',
  'toReversed',
  'sort',
  'toSorted',
  'slice',
  'trim',
  'toLowerCase',
  'toUpperCase',
  'normalize',
  'replace',
  'replaceAll',
  'padStart',
]);

const swappedMethods = new Map([
  ['every', 'some'],
  ['some', 'every'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['min', 'max'],
  ['max', 'min'],
  ['find', 'findLast'],
  ['findLast', 'find'],
]);

const isText = (node) => ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);
const isTextual = (node) => isText(node) || ts.isTemplateExpression(node);
const isCondition = ({ parent }, node) =>
  (ts.isIfStatement(parent) && parent.expression === node) ||
  (ts.isConditionalExpression(parent) && parent.condition === node);
const isLoopCondition = ({ parent }, node) =>
  (ts.isWhileStatement(parent) && parent.expression === node) ||
  (ts.isForStatement(parent) && parent.condition === node);

/** Whether a node is a name and not a value: a key, a module, the other operand of `typeof`. */
function isName(node) {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
  if ([parent.name, parent.propertyName].includes(node)) return true;
  if (ts.isTaggedTemplateExpression(parent) || ts.isExpressionStatement(parent)) return true;
  if (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword) return true;
  return ts.isBinaryExpression(parent) && [parent.left, parent.right].some(ts.isTypeOfExpression);
}

/** Whether a node is the `name` of an error class. */
const isNameOfError = ({ parent }) =>
  ts.isPropertyDeclaration(parent) &&
  parent.name.getText() === 'name' &&
  /extends \w*Error\b/.test(parent.parent.getText());

/** Messages for operators and developers, which no test needs to check: log lines, and errors other than rejections. */
function isForPeopleWhoRunIt(node) {
  if (isNameOfError(node)) return true;
  for (let at = node.parent; at; at = at.parent) {
    if (ts.isNewExpression(at)) return at.expression.getText().endsWith('Error');
    const isSuper = ts.isCallExpression(at) && at.expression.kind === ts.SyntaxKind.SuperKeyword;
    if (isSuper) return /extends \w*Error\b/.test(at.parent.parent.parent.parent.getText());
    if (ts.isCallExpression(at)) return /logger\.\w+$/.test(at.expression.getText());
    if (ts.isStatement(at) || ts.isFunctionLike(at)) return false;
  }
  return false;
}

const operator = (node) => ts.tokenToString(node.operatorToken.kind);

/** The text of `node` with the token between `start` and `end` replaced. */
const splice = (node, start, end, text) => {
  const source = node.getSourceFile().text;
  return source.slice(node.getStart(), start) + text + source.slice(end, node.getEnd());
};

function* ofBinary(node) {
  const token = operator(node);
  if (token === '+' && [node.left, node.right].some(isTextual)) return;
  const { operatorToken } = node;
  if (['&&', '||', '??'].includes(token)) {
    // In parentheses, because `??` cannot be mixed with the other operators without them.
    yield `(${node.left.getText()}) ${swaps[token][0]} (${node.right.getText()})`;
    return;
  }
  for (const other of swaps[token] ?? []) {
    yield splice(node, operatorToken.getStart(), operatorToken.getEnd(), other);
  }
}

function* ofCall(node) {
  const { expression } = node;
  if (!ts.isPropertyAccessExpression(expression)) return;
  const name = expression.name.text;
  if (droppedMethods.has(name) && !expression.questionDotToken) yield expression.expression.getText();
  const other = swappedMethods.get(name);
  if (other) yield splice(node, expression.name.getStart(), expression.name.getEnd(), other);
}

function* ofText(node) {
  if (isName(node) || isForPeopleWhoRunIt(node)) return;
  yield isText(node) && node.text === '' ? "'mutant'" : "''";
}

function* ofRegularExpression(node) {
  const { text } = node;
  if (text.startsWith('/^')) yield `/${text.slice(2)}`;
  const end = text.lastIndexOf('/');
  if (text[end - 1] === '$' && text[end - 2] !== '\\') yield text.slice(0, end - 1) + text.slice(end);
}

function* ofNumber(node) {
  const value = Number(node.text);
  const { parent } = node;
  // The version of a projection or an event is only a label.
  const isLabel = ts.isPropertyAssignment(parent) && parent.name.getText() === 'version';
  if (value > 1 && !isLabel && !ts.isElementAccessExpression(parent) && parent.name !== node)
    yield String(value + 1);
}

const ofNode = {
  [ts.SyntaxKind.BinaryExpression]: ofBinary,
  [ts.SyntaxKind.CallExpression]: ofCall,
  [ts.SyntaxKind.StringLiteral]: ofText,
  [ts.SyntaxKind.NoSubstitutionTemplateLiteral]: ofText,
  [ts.SyntaxKind.TemplateExpression]: ofText,
  [ts.SyntaxKind.RegularExpressionLiteral]: ofRegularExpression,
  [ts.SyntaxKind.NumericLiteral]: ofNumber,
  [ts.SyntaxKind.TrueKeyword]: () => ['false'],
  [ts.SyntaxKind.FalseKeyword]: () => ['true'],
  [ts.SyntaxKind.ArrayLiteralExpression]: (node) => (node.elements.length > 0 ? ['[]'] : []),
  [ts.SyntaxKind.ObjectLiteralExpression]: (node) => (node.properties.length > 0 ? ['{}'] : []),
  *[ts.SyntaxKind.PrefixUnaryExpression](node) {
    const { operator: sign, operand } = node;
    if (sign === ts.SyntaxKind.ExclamationToken || sign === ts.SyntaxKind.MinusToken) yield operand.getText();
  },
  *[ts.SyntaxKind.PostfixUnaryExpression](node) {
    yield `${node.operand.getText()}${node.operator === ts.SyntaxKind.PlusPlusToken ? '--' : '++'}`;
  },
};

/** Every link `?.` of the chain that ends at `node`, replaced one at a time. */
function* ofChain(node) {
  for (let at = node; at.flags & ts.NodeFlags.OptionalChain; at = at.expression) {
    const token = at.questionDotToken;
    if (!token) continue;
    yield splice(node, token.getStart(), token.getEnd(), ts.isPropertyAccessExpression(at) ? '.' : '');
  }
}

const isInsideOfChain = (node) =>
  (node.parent.flags & ts.NodeFlags.OptionalChain) !== 0 && node.parent.expression === node;

/** Whether a node is part of an assignment target or of `delete`, where a conditional expression is not allowed. */
function isTarget(node) {
  for (let at = node; at.parent; at = at.parent) {
    const { parent } = at;
    if (ts.isBinaryExpression(parent) && parent.left === at) {
      return parent.operatorToken.kind === ts.SyntaxKind.EqualsToken && !ts.isPropertyAccessExpression(at);
    }
    if (ts.isDeleteExpression(parent)) return true;
    if (ts.isForOfStatement(parent) && parent.initializer === at) return true;
    if (ts.isStatement(parent)) return false;
  }
  return false;
}

function* ofStatement(node) {
  if (ts.isExpressionStatement(node)) {
    const { expression } = node;
    const isSuper =
      ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword;
    const isLog = ts.isCallExpression(expression) && /logger\.\w+$/.test(expression.expression.getText());
    if (!isSuper && !isLog && !isText(expression)) yield { to: '', kind: 'statement' };
  }
  if (ts.isBlock(node) && ts.isFunctionLike(node.parent) && !ts.isConstructorDeclaration(node.parent)) {
    if (node.statements.length > 0) yield { to: '{}', kind: 'body' };
  }
}

function* ofExpression(node) {
  const isExpression = ts.isExpression(node) && !isInsideOfChain(node) && !isTarget(node);
  if (!isExpression) return;
  if (isCondition(node, node)) yield* ['true', 'false'];
  if (isLoopCondition(node, node) && node.kind !== ts.SyntaxKind.TrueKeyword) yield 'false';
  if (ts.isArrowFunction(node.parent) && node.parent.body === node) yield 'undefined';
  yield* ofChain(node);
  yield* ofNode[node.kind]?.(node) ?? [];
}

/**
 * The mutations of one node, without those of its children.
 *
 * @param {ts.Node} node  of a source file with parents
 * @returns {Mutation[]}
 */
export function mutationsOf(node) {
  const from = node.getText();
  const expressions = [...new Set(ofExpression(node))].map((to) => ({ to, kind: 'expression' }));
  return [...expressions, ...ofStatement(node)].flatMap((found) =>
    found.to === from ? [] : { ...found, from, node },
  );
}
