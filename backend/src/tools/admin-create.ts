import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { isNewEmailAddress } from '../api/http/email-address.js';
import { readConfig } from '../config.js';
import type { NewAdmin } from '../control/admin-commands.js';
import { ADMIN_ROLES, type AdminRole } from '../domain/admin/admin-role.js';
import { refuseCommandLine, readCommandLine } from './command-line.js';
import { operate } from './operate.js';

const HELP = `Creates a login for the back office. If a server is running, the server does the work, otherwise this command.

  npm run admin:create -- --username NAME --role ROLE [--email ADDRESS]

ROLE is ${ADMIN_ROLES.join(', ')}: a moderator decides on content and reports, finance on payments and refunds, an owner on
everything. The command asks for the password, or takes it from ADMIN_PASSWORD: 12 characters or more. Notices go to
ADDRESS, which is needed in production. Who has an account with this address on the site is known to be the same person, and
decides nothing about themselves. DATA_DIR is the path of the data folder (default: ./data).
`;

const { values } = readCommandLine(HELP, {
  username: { type: 'string' },
  role: { type: 'string' },
  email: { type: 'string' },
});
const { username, role, email = null } = values;
if (!username) refuseCommandLine('--username is missing.', HELP);
if (!isRole(role)) refuseCommandLine(`--role must be one of ${ADMIN_ROLES.join(', ')}.`, HELP);
if (email !== null && !isNewEmailAddress(email)) refuseCommandLine('--email is not an address.', HELP);

const { environment } = readConfig(process.env);
if (environment === 'production' && email === null) {
  refuseCommandLine('--email is missing: in production every admin needs an address.', HELP);
}
const password = process.env['ADMIN_PASSWORD'] ?? (await askPassword(`Password of ${username}: `));
const login: NewAdmin = { username, role, email, password };
await operate({ command: 'admin-create', names: [JSON.stringify(login)] }, false);

function isRole(text: string | undefined): text is AdminRole {
  return ADMIN_ROLES.some((known) => known === text);
}

/** Asks for a password on the terminal without showing it; reads one line if the input is not a terminal. */
async function askPassword(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  const typed = await new Promise<string>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(''));
  });
  lines.close();
  process.stderr.write('\n');
  return typed;
}
