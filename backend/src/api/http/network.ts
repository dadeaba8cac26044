import { SocketAddress, isIP, isIPv6 } from 'node:net';

/** The address of all clients whose address is not known: together they are one network. */
export const UNKNOWN_ADDRESS = 'unknown';

/** The prefix that an IPv6 socket gives to an IPv4 address. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/;
const GROUPS = 8;
const GROUP_BITS = 16;

/**
 * The usual form of an address as sockets and proxies write it, perhaps with a port or a zone, or as an IPv4 address with
 * the IPv6 prefix. Null if the text is no address.
 */
export function addressIn(text: string): string | null {
  const trimmed = text.trim();
  const inBrackets = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1];
  const [plain = ''] = (inBrackets ?? trimmed).split('%', 1);
  // Without brackets, the port of an IPv6 address looks like its last group, which is in no prefix that is counted.
  const address = [plain, plain.replace(/:\d+$/, '')].find((candidate) => isIP(candidate) !== 0);
  if (address === undefined || !isIPv6(address)) return address ?? null;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(MAPPED, '');
}

/**
 * The network of an address in its usual form, for limits: an IPv4 address itself; the /64 of an IPv6 address, because one
 * customer usually has a whole /64.
 */
export function networkOf(address: string): string {
  return prefixOf(address, 64);
}

/**
 * The site of an address in its usual form: an IPv4 address itself; the /48 of an IPv6 address, as one customer can rent
 * that many /64 for little money.
 */
export function siteOf(address: string): string {
  return prefixOf(address, 48);
}

function prefixOf(address: string, bits: number): string {
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.split('::');
  const head = groupsOf(before);
  const tail = after === undefined ? [] : groupsOf(after);
  const zeros = Array.from({ length: Math.max(0, GROUPS - head.length - tail.length) }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, bits / GROUP_BITS).join(':')}::/${bits}`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
