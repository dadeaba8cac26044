import { SocketAddress, isIPv6 } from 'node:net';

/** How an IPv6 socket tells of a client that came by IPv4. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;
const GROUPS = 8;
const GROUPS_OF_A_NETWORK = 4;

/** An address as people know it: an IPv4 address without the prefix that an IPv6 socket gives it. */
export function plainAddress(address: string): string {
  return address.replace(MAPPED, '');
}

/**
 * Whom an address stands for: an IPv4 address for itself; an IPv6 address for its /64, which one customer has whole and
 * may take any address of. What is no address comes back as it is.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return address;
  const spelled = new SocketAddress({ address: plain, family: 'ipv6' }).address;
  if (MAPPED.test(spelled)) return plainAddress(spelled);
  const [before = '', after] = spelled.split('::');
  const head = groupsOf(before);
  const tail = after === undefined ? [] : groupsOf(after);
  const zeros = Array.from({ length: Math.max(0, GROUPS - head.length - tail.length) }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, GROUPS_OF_A_NETWORK).join(':')}::/64`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
