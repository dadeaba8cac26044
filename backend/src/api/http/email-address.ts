import { domainToASCII } from 'node:url';

/**
 * Normalises an address: trimmed, in lower case, the domain in ASCII. Invalid addresses are only trimmed and
 * lowercased, for the validation to reject.
 */
export function normaliseEmail(text: string): string {
  const address = text.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = at < 0 ? '' : domainToASCII(address.slice(at + 1));
  return domain ? `${address.slice(0, at)}@${domain}` : address;
}
