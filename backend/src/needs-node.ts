/**
 * Refuses a Node that this program's native modules are not made for, which would end without a word. To be imported
 * first: modules are evaluated in the order of their imports.
 */
const OLDEST = [22, 12] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  process.stderr.write(
    `Footnote needs Node ${OLDEST.join('.')} or newer, and this is ${process.version}. npm start brings one along.\n`,
  );
  process.exit(1);
}
