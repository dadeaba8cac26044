// Our own oxlint rules. Folds and decisions must give the same result whenever they are computed again.

/** Whether a node reads `object.property` of a global, such as `Date.now`. */
const reads = ({ object, property, computed }, name, member) =>
  !computed && object.type === 'Identifier' && object.name === name && property.name === member;

const MESSAGE =
  'Time and chance come in from outside: with the command, the event, or the injected clock and ids.';

/** Forbids reading the clock (`Date.now`, `new Date()`, `Date()`) and drawing numbers (`Math.random`). */
const noClockOrChance = {
  create: (context) => ({
    MemberExpression(node) {
      if (reads(node, 'Date', 'now') || reads(node, 'Math', 'random')) {
        context.report({ node, message: MESSAGE });
      }
    },
    NewExpression(node) {
      if (node.callee.name === 'Date' && node.arguments.length === 0) {
        context.report({ node, message: MESSAGE });
      }
    },
    CallExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date') {
        context.report({ node, message: MESSAGE });
      }
    },
  }),
};

export default { meta: { name: 'footnote' }, rules: { 'no-clock-or-chance': noClockOrChance } };
