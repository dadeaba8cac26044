import { domainToASCII } from 'node:url';
import { hasUnseen } from '../../domain/visible-text.js';

/**
 * Normalises an address: trimmed, in lower case, the domain in ASCII. Invalid addresses are only trimmed and
 * lowercased, for the validation to reject. Those with invisible characters are not changed at all.
 */
export function normaliseEmail(text: string): string {
  // Trimming and the conversion of domains would drop some of them, so that two different texts became one address.
  if (hasUnseen(text)) return text;
  const address = text.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = at < 0 ? '' : domainToASCII(address.slice(at + 1));
  return domain ? `${address.slice(0, at)}@${domain}` : address;
}
