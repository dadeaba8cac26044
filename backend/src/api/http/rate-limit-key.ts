import type { FastifyRequest } from 'fastify';
import { networkOf, siteOf } from './network.js';
import type { Group, Sender } from './concurrency-slots.js';

/**
 * Who a request comes from, for limits: an admin, a person with a verified email, or else the network. Accounts without a
 * verified email are free to create, so they count as their network.
 */
export function rateLimitKeyOf({ admin, account, ip }: FastifyRequest): readonly [kind: string, id: string] {
  if (admin) return ['admin', admin.id];
  return account?.emailVerified ? ['account', account.id] : ['address', networkOf(ip)];
}

/** The group of a caller, for what is done a few at a time. */
export function groupOf(request: FastifyRequest): Group {
  if (rateLimitKeyOf(request)[0] !== 'address') return 'people';
  return request.account ? 'unverified' : 'visitors';
}

/** Who takes a place for a request. */
export function senderOf(request: FastifyRequest): Sender {
  const group = groupOf(request);
  const caller = rateLimitKeyOf(request).join(' ');
  return { group, caller, site: group === 'people' ? caller : siteOf(request.ip) };
}
