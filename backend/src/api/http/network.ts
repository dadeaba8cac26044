import { SocketAddress, isIPv6 } from 'node:net';

/** The prefix that an IPv6 socket gives to an IPv4 address. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;
const GROUPS = 8;
const GROUP_BITS = 16;

/** The usual form of an address: an IPv4 address without the IPv6 prefix. */
export function plainAddress(address: string): string {
  return address.replace(MAPPED, '');
}

/**
 * The network of an address, for limits: an IPv4 address itself; the /64 of an IPv6 address, because one customer
 * usually has a whole /64. Invalid addresses are returned unchanged.
 */
export function networkOf(address: string): string {
  return prefixOf(address, 64);
}

/**
 * The site of an address: an IPv4 address itself; the /48 of an IPv6 address, as one customer can rent that many /64 for
 * little money.
 */
export function siteOf(address: string): string {
  return prefixOf(address, 48);
}

function prefixOf(address: string, bits: number): string {
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return address;
  const spelled = new SocketAddress({ address: plain, family: 'ipv6' }).address;
  if (MAPPED.test(spelled)) return plainAddress(spelled);
  const [before = '', after] = spelled.split('::');
  const head = groupsOf(before);
  const tail = after === undefined ? [] : groupsOf(after);
  const zeros = Array.from({ length: Math.max(0, GROUPS - head.length - tail.length) }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, bits / GROUP_BITS).join(':')}::/${bits}`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
