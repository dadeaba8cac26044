import type { FastifyRequest } from 'fastify';
import type { SecurityEntry } from '../../infrastructure/security-log/security-log.port.js';

/** What only the code on the way knows; `event` if no route stands for it. */
type Notes = Partial<Pick<SecurityEntry, 'event' | 'account' | 'code' | 'limit' | 'slowed'>>;

const notesOf = new WeakMap<FastifyRequest, Notes>();

/** Notes for the security log what the answer to a request does not show, in case it is recorded there. */
export function note(request: FastifyRequest, notes: Notes): void {
  notesOf.set(request, { ...notesOf.get(request), ...notes });
}

export function noted(request: FastifyRequest): Notes {
  return notesOf.get(request) ?? {};
}
