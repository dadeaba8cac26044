import './process/needs-node.js';
import { setFlagsFromString } from 'node:v8';
import { sandboxCodeOf } from './composition/sandbox-code-of.js';
import { type Config, readConfig } from './config.js';
import { refuseToStart } from './process/refuse-to-start.js';
import { run } from './composition/run.js';

const HELP = `Footnote's server.

  npm start

  --force      starts although a newer version has used the log; what it wrote goes into quarantine

Settings by environment:
  PORT         3000            0 takes any free port
  HOST         127.0.0.1
  DATA_DIR     ./data          the log, the read models, pictures and sandbox mails
  PUBLIC_URL   the address     an origin: what links in mails begin with
docs/reference.md lists the others.
`;

// Node would collect the heap when it has grown by 140 %.
setFlagsFromString('--heap-growing-percent=50');

if (process.argv.includes('--help')) process.stdout.write(HELP);
else await start();

async function start(): Promise<void> {
  try {
    const config = readConfig(process.env, { isForced: process.argv.includes('--force') });
    process.stdout.write('Footnote is starting; /health/ready tells how far it is\n');
    announce(config, await run(config));
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
  const code = sandboxCodeOf(config);
  if (code) {
    const who = config.isTestSite ? 'The sandboxes ask' : 'Behind a proxy, the sandboxes ask';
    lines.push(`${who} for this code: ${code}`);
  }
  lines.push(`Data: ${config.dataDir}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}
