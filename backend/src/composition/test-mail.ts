import { randomUUID } from 'node:crypto';
import type { NodemailerError } from 'nodemailer';
import type { Config } from '../config.js';
import { messageOf } from '../infrastructure/mail/mime-message.js';
import { smtpFailureOf } from '../infrastructure/mail/smtp-failure.js';
import { smtpTransport } from '../infrastructure/mail/smtp-transport.js';

/**
 * Sends one mail by the mail server of the settings.
 * @returns why it was not sent, for the operator who knows the address; null if the server took it
 */
export async function sendTestMail(config: Config, to: string): Promise<string | null> {
  const { smtpUrl, smtpTls, mailFrom: address } = config;
  if (smtpUrl === null) return 'SMTP_URL is not set, so mails stay in DATA_DIR/mail.';
  const text = 'This is a test. Footnote can send mails.';
  const mail = {
    id: randomUUID(),
    to,
    subject: 'A test mail',
    text,
    html: `<p>${text}</p>`,
    unsubscribe: null,
  };
  const message = messageOf(mail, { name: 'Footnote', address }, new Date());
  try {
    await smtpTransport(smtpUrl, smtpTls).sendMail(message);
    return null;
  } catch (error) {
    const { reason } = smtpFailureOf(error as NodemailerError);
    const { response } = error as NodemailerError;
    return `${reason}.${response ? ` The mail server said: ${response.replaceAll(/\p{C}+/gu, ' ')}` : ''}`;
  }
}
