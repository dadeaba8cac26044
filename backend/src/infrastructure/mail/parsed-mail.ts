import type { Email } from 'postal-mime';
import type { MailSummary, SentMail } from './mail-box.port.js';
import type { Mail } from './mailer.port.js';

/** Replaces an address that must be forgotten; domains under `invalid` never exist (RFC 6761). */
const NOBODY = 'deleted-account@footnote.invalid';

export function summaryOf(id: string, mail: Email): MailSummary {
  return { id, to: recipientsOf(mail).join(', '), subject: mail.subject ?? '', sentAt: mail.date ?? '' };
}

export function sentMailOf(id: string, mail: Email): SentMail {
  return {
    ...summaryOf(id, mail),
    html: mail.html ?? '',
    text: mail.text ?? '',
    unsubscribe: unsubscribeOf(mail),
  };
}

export function isTo(mail: Email, address: string): boolean {
  return recipientsOf(mail).some((recipient) => isSameAddress(recipient, address));
}

/** Whether two addresses are equal, ignoring quotation marks and case. */
export function isSameAddress(one: string, other: string): boolean {
  return spelling(one) === spelling(other);
}

/** Whether a damaged mail contains an address. Case does not matter. */
export function mentions(bytes: Buffer, address: string): boolean {
  return bytes.toString().toLowerCase().includes(address.toLowerCase());
}

/** The same mail with the address replaced in all its parts. */
export function redacted(id: string, mail: Email, address: string): Mail {
  return {
    id,
    to: NOBODY,
    subject: without(address, mail.subject),
    html: without(address, mail.html),
    text: without(address, mail.text),
    unsubscribe: unsubscribeOf(mail),
  };
}

function recipientsOf({ to }: Email): string[] {
  return to?.map(({ address }) => address ?? '') ?? [];
}

function spelling(address: string): string {
  return address.replaceAll('"', '').toLowerCase();
}

function without(address: string, text = ''): string {
  const literal = address.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return text.replace(new RegExp(literal, 'gi'), NOBODY);
}

function unsubscribeOf({ headers }: Email): string | null {
  const header = headers.find(({ key }) => key === 'list-unsubscribe')?.value;
  return header?.replace(/^<|>$/g, '') ?? null;
}
