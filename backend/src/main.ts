import './needs-node.js';
import { openAdapters } from './adapters.js';
import { type Config, readConfig } from './config.js';
import { serveControl } from './control/control-socket.js';
import { carryOut, operatorCommands } from './control/operator-commands.js';
import { takeDataFolder } from './data-folder.js';
import { refuseToStart } from './refuse-to-start.js';
import { createServer, listen } from './server.js';

const HELP = `Footnote's server.

  npm start

Settings by environment:
  PORT         3000            0 takes any free port
  HOST         127.0.0.1
  DATA_DIR     ./data          the log, the read models, pictures and sandbox mails
  PUBLIC_URL   the address     the start of links in mails
The README lists the others.
`;

if (process.argv.includes('--help')) process.stdout.write(HELP);
else await start();

async function start(): Promise<void> {
  try {
    const config = readConfig(process.env);
    takeDataFolder(config.dataDir);
    const server = await createServer(config, await openAdapters(config), { timers: true });
    const address = await listen(server, config);
    const commands = operatorCommands(server);
    const endControl = await serveControl(config.dataDir, (request) => carryOut(commands, request));
    stopOn(async () => {
      await endControl();
      await server.close();
    });
    announce(config, address);
  } catch (error) {
    refuseToStart(error);
  }
}

function announce(config: Config, address: string): void {
  const lines = [`Footnote is listening on ${address}`];
  if (!config.openaiApiKey) {
    lines.push('Demo mode: no AI key, so a local demo judge rates the photos.');
  }
  if (!config.smtpUrl) lines.push(`Mails are not sent. Read them at ${address}/sandbox/mail`);
  if (!config.stripeSecretKey) {
    lines.push(`No Stripe key: payments are played at ${address}/sandbox/payments`);
  }
  lines.push(`Data: ${config.dataDir}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

const GRACE_MS = 20_000;

/** The first signal waits up to 20 seconds for running requests; a second one ends the process at once. */
function stopOn(close: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      setTimeout(() => {
        process.stderr.write('Some requests did not finish in time; stopped without them\n');
        process.exit(1);
      }, GRACE_MS).unref();
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`The server did not stop cleanly: ${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
}
