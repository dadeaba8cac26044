import { isEmail } from 'class-validator';
import { sendTestMail } from '../composition/test-mail.js';
import { readConfig } from '../config.js';
import { readCommandLine, refuseCommandLine } from './command-line.js';

const HELP = `Sends one mail to an address by the mail server of SMTP_URL, and says what is wrong if that fails. A running server is not
asked, and no data is read.

  npm run mail:test -- ADDRESS

The exit code is 1 if the mail server did not take the mail.
`;

const { positionals } = readCommandLine(HELP, {});
const [to = '', ...more] = positionals;
if (more.length > 0 || !isEmail(to)) refuseCommandLine('The only argument is an email address.', HELP);

const config = readConfig(process.env);
const fault = await sendTestMail(config, to);
if (fault === null) {
  process.stdout.write(`The mail server took a mail from ${config.mailFrom} to ${to}.\n`);
} else {
  process.stderr.write(`The mail was not sent: ${fault}\n`);
  process.exitCode = 1;
}
