import { domainToASCII } from 'node:url';
import { isEmail } from 'class-validator';
import { Injectable } from '@nestjs/common';
import { ServerSecret } from '../../infrastructure/sessions/server-secret.js';

/** Characters that are invisible, change the text direction, or are private, unpaired or unassigned: in no address. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u2800]/u;

/**
 * Normalises an address: trimmed, in lower case, the domain in ASCII. Invalid addresses are only trimmed and
 * lowercased, for the validation to reject. Those with invisible characters are not changed at all.
 */
export function normaliseEmail(text: string): string {
  // Trimming and the conversion of domains would drop some of them, so that two different texts became one address.
  if (UNSEEN.test(text)) return text;
  const address = text.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = at < 0 ? '' : domainToASCII(address.slice(at + 1));
  return domain ? `${address.slice(0, at)}@${domain}` : address;
}

const RULES = { allow_utf8_local_part: false } as const;

/** Whether mail can be sent to an address: ASCII before the `@`, nothing invisible. */
export function isEmailAddress(value: unknown): value is string {
  // The validator counts bytes and throws on a lone surrogate.
  return typeof value === 'string' && value.isWellFormed() && !UNSEEN.test(value) && isEmail(value, RULES);
}

/**
 * Whether an address can become that of an account or admin. What is before the `@` is not quoted: no common provider
 * allows that, so it is a typing error.
 */
export function isNewEmailAddress(value: unknown): boolean {
  return isEmailAddress(value) && !value.startsWith('"');
}

/** An address as lists of the back office show it, such as `a•••@e•••.org`. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const begins = (text: string) => `${[...text][0] ?? ''}•••`;
  return `${begins(address.slice(0, at))}@${begins(domain)}${domain.slice(domain.lastIndexOf('.'))}`;
}

const ADDRESS = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]*[^\s<>"'(),;:.]/g;

/** A text, such as the answer of a mail server, with the addresses in it masked. */
export function withMaskedEmails(text: string): string {
  return text.replaceAll(ADDRESS, maskedEmail);
}

/** Keyed hashes of addresses, safe in stream names and indexes. */
@Injectable()
export class EmailHashes {
  constructor(private readonly secret: ServerSecret) {}

  /** The hash of a normalised address: 64 hexadecimal digits, always the same. */
  of(email: string): string {
    return this.secret.hmac('email', email).toString('hex');
  }
}
