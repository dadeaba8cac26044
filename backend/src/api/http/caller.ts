import type { FastifyRequest } from 'fastify';
import { networkOf } from './network.js';

/**
 * Who a request comes from, for limits: an admin, a person with a verified email, or else the network. Accounts without a
 * verified email are free to create, so they count as their network.
 */
export function callerOf({ admin, account, ip }: FastifyRequest): readonly [kind: string, id: string] {
  if (admin) return ['admin', admin.id];
  return account?.emailVerified ? ['account', account.id] : ['address', networkOf(ip)];
}
