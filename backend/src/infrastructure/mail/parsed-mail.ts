import type { Email } from 'postal-mime';
import type { MailSummary, SentMail } from './mail-box.port.js';
import type { Mail } from './mailer.port.js';

/** In the place of an address that is to be forgotten; `invalid` belongs to nobody for ever (RFC 6761). */
const NOBODY = 'deleted-account@footnote.invalid';

/** A mail without its parts, as it was parsed. */
export function summaryOf(id: string, mail: Email): MailSummary {
  return { id, to: recipientsOf(mail).join(', '), subject: mail.subject ?? '', sentAt: mail.date ?? '' };
}

/** A mail, whole, as it was parsed. */
export function sentMailOf(id: string, mail: Email): SentMail {
  return {
    ...summaryOf(id, mail),
    html: mail.html ?? '',
    text: mail.text ?? '',
    unsubscribe: unsubscribeOf(mail),
  };
}

/** Whether a mail went to this address. */
export function isTo(mail: Email, address: string): boolean {
  return recipientsOf(mail).some((recipient) => isSameAddress(recipient, address));
}

/** Whether two addresses are one, with quotation marks or without, and in letters of any size. */
export function isSameAddress(one: string, other: string): boolean {
  return spelling(one) === spelling(other);
}

/** The same mail to nobody: the address stands in none of its parts any more. */
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
