import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mailer.port.js';

/** The sender of all mails. */
export interface From {
  readonly name: string;
  readonly address: string;
}

const ID = /^[A-Za-z0-9-]{1,100}$/;

/**
 * A mail in nodemailer's format. The Message-ID derives from the id, so that duplicates can be recognised.
 * @throws RangeError for an invalid id or unsubscribe address
 */
export function messageOf(mail: Mail, from: From, date: Date): SendMailOptions {
  const { id, to, subject, html, text, unsubscribe } = mail;
  if (!ID.test(id)) throw new RangeError('the id of a mail must have 1 to 100 letters, digits and hyphens');
  return {
    from: { ...from },
    // As one address: a comma in it must not create a second one.
    to: { name: '', address: to },
    subject,
    html,
    text,
    date,
    messageId: `<${id}@${from.address.split('@').at(-1)}>`,
    headers: unsubscribe === null ? {} : oneClickHeaders(unsubscribe),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * The two headers of RFC 8058. The address is written unchanged: mail programs would not read a folded or encoded one.
 */
function oneClickHeaders(address: string) {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new RangeError('an unsubscribe address must begin with https:// or http://');
  }
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url.href}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
