// Starts the site for development: browser code and server reload on change, at the same address as with `npm start`.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { endAll, main, root, run, start } from './process.mjs';

const usage = `
Usage: npm run dev

Serves the site at http://127.0.0.1:PORT (PORT is 3000 unless set). Vite serves the frontend, reloads it on change and
proxies API calls to the server on PORT + 1, which tsc compiles and Node restarts on change.
The other settings of \`npm start\` apply, too. Ctrl-C stops everything.

  --help  shows this
`;

function readPort() {
  const port = Number(process.env.PORT ?? 3000);
  if (Number.isInteger(port) && port > 0 && port < 65_535) return port;
  throw new Error(`PORT must be a whole number from 1 to 65534, not "${process.env.PORT}".`);
}

await main(usage, async (args) => {
  if (args.length > 0) throw new Error(usage.trim());
  const port = readPort();
  const address = `http://127.0.0.1:${port}`;
  // PORT is the port on which the server listens, and to which Vite proxies calls.
  const env = { PORT: String(port + 1), PUBLIC_URL: process.env.PUBLIC_URL ?? address };

  // The browser's types and limits, as in a build.
  await run('node', [join(root, 'frontend/scripts/client.mjs')]);
  // Files that change may import what no bundle has: packages are taken as npm installed them.
  rmSync(join(root, 'backend/dist/node_modules'), { recursive: true, force: true });
  // Go on after compile errors: the watcher below reports them again and recompiles on the next change.
  await run('tsc', ['--build', 'backend']);

  const parts = [
    start('tsc', ['--build', 'backend', '--watch', '--preserveWatchOutput']),
    start('node', ['--watch', '--watch-preserve-output', join(root, 'backend/dist/src/main.js')], { env }),
    start('vite', ['--host', '127.0.0.1', '--port', String(port), '--strictPort', '--logLevel', 'warn'], {
      cwd: join(root, 'frontend'),
      env,
    }),
  ];
  console.log(`Footnote, reloading on change: ${address}`);
  for (const part of parts) part.once('close', () => endAll(1));
});
