import { BlockList, isIP } from 'node:net';

/** Also finds the IPv4 addresses in IPv6 addresses such as `::ffff:127.0.0.1`. */
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * Whether a host is reachable from this machine alone: 127.0.0.0/8, ::1, localhost and the names below it.
 * @param host a name or an address without a port; an IPv6 address may have brackets
 */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.+)\]$/, '$1');
  const family = isIP(name);
  if (family === 0) return /^(?:.+\.)?localhost$/.test(name);
  return loopback.check(name.replace(/%.*$/, ''), family === 4 ? 'ipv4' : 'ipv6');
}
