#!/usr/bin/env node
import '../process/needs-node.js';
import { withCliCommands } from '../kernel/cli-command-text.js';
import { refuseToStart } from '../process/refuse-to-start.js';

/** What each command does, and the module that does it with the rest of the command line. */
const COMMANDS: Readonly<Record<string, readonly [does: string, run: () => Promise<unknown>]>> = {
  'admin:create': ['creates a login for the back office', () => import('./admin-create.js')],
  'admin:dismiss': ['keeps an admin from signing in', () => import('./admin-dismiss.js')],
  'admin:reset': [
    'ends the sessions of an admin, and prints a link for a new password',
    () => import('./admin-reset.js'),
  ],
  rebuild: ['rebuilds views from the event log', () => import('./rebuild.js')],
  retry: ['retries what is waiting, parked or in quarantine', () => import('./retry.js')],
  reconcile: ['compares the payment provider with the event log', () => import('./reconcile.js')],
  payments: ['grants or refunds a payment in an emergency', () => import('./payments.js')],
  weeks: ['closes weeks, or opens a closed one again', () => import('./weeks.js')],
  'late-mails': ['lists the mails that were too late to be sent', () => import('./late-mails.js')],
  'mail:test': ['sends one mail, and says what is wrong if that fails', () => import('./mail-test.js')],
  backup: ['copies the data of a running site to a folder', () => import('./backup.js')],
  pictures: ['copies the pictures to a bucket, or back', () => import('./pictures.js')],
  restore: ['makes a data folder from a backup', () => import('./restore.js')],
  recover: ['adapts views, checkpoints and keys to a restored event log', () => import('./recover.js')],
  keys: ['gives up the personal data of people whose key is lost', () => import('./keys.js')],
};

const LONGEST_NAME = Math.max(...Object.keys(COMMANDS).map(({ length }) => length));

const HELP = `The commands for operators of Footnote.

  npm run COMMAND -- ARGUMENTS
  npm run COMMAND -- --help

${Object.entries(COMMANDS)
  .map(([name, [does]]) => `  ${name.padEnd(LONGEST_NAME)}  ${does}`)
  .join('\n')}
`;

const [name = ''] = process.argv.splice(2, 1);
const [, run] = (Object.hasOwn(COMMANDS, name) && COMMANDS[name]) || [];
if (run) await run().catch(refuseToStart);
else if (name === '--help' || name === '-h') process.stdout.write(withCliCommands(HELP));
else {
  const complaint = name === '' ? 'Name a command.' : `There is no command named ${name}.`;
  process.stderr.write(withCliCommands(`${complaint}\n\n${HELP}`));
  process.exitCode = 2;
}
