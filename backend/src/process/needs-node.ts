/**
 * Rejects a version of Node that the native modules do not support; they would crash without a message. Import it first:
 * modules are evaluated in import order.
 */
const OLDEST = [22, 12] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  process.stderr.write(
    `Footnote needs Node ${OLDEST.join('.')} or newer, and this is ${process.version}. npm start installs a suitable one.\n`,
  );
  process.exit(1);
}
