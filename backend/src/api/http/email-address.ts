import { domainToASCII } from 'node:url';

/**
 * The one spelling of an address: trimmed, in lower case, the domain in ASCII. What is no address comes back
 * changed as little, for the validation to turn down.
 */
export function normaliseEmail(text: string): string {
  const address = text.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = at < 0 ? '' : domainToASCII(address.slice(at + 1));
  return domain ? `${address.slice(0, at)}@${domain}` : address;
}
