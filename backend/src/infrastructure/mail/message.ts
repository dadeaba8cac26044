import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mailer.port.js';

/** Who every mail is from. */
export interface From {
  readonly name: string;
  readonly address: string;
}

const ID = /^[A-Za-z0-9-]{1,100}$/;

/**
 * A mail as nodemailer takes it. Its Message-ID derives from its id, so that two copies can be told for one.
 * @throws RangeError for an id or an unsubscribe address that can't be one
 */
export function messageOf(mail: Mail, from: From, date: Date): SendMailOptions {
  const { id, to, subject, html, text, unsubscribe } = mail;
  if (!ID.test(id)) throw new RangeError('the id of a mail has 1 to 100 letters, digits and hyphens');
  return {
    from: { ...from },
    // Whole, as one address: a comma in it must not make two.
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

/** The two headers of RFC 8058. The address is written as it is: folded or encoded, mail programs would not read it. */
function oneClickHeaders(address: string) {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new RangeError('an unsubscribe address begins with https:// or http://');
  }
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url.href}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
