import type { FastifyRequest } from 'fastify';
import type { SecurityEntry } from '../../infrastructure/security-log/security-log.port.js';

/** What only the code on the way knows; `event` if no route stands for it. */
type Notes = Partial<
  Pick<SecurityEntry, 'event' | 'account' | 'code' | 'limit' | 'slowed' | 'wrote' | 'acts'>
>;

/** A suspension may hide all posts of a person. */
const MOST_ACTS = 50;

const notesOf = new WeakMap<FastifyRequest, Notes>();

/** Notes for the security log what the answer to a request does not show, in case it is recorded there. */
export function note(request: FastifyRequest, notes: Notes): void {
  notesOf.set(request, { ...notesOf.get(request), ...notes });
}

export function noted(request: FastifyRequest): Notes {
  return notesOf.get(request) ?? {};
}

export interface Written {
  readonly type: string;
  readonly data: object;
}

/** The fields of events that name the act, the decision or the suspension that they are part of. */
const ACT_IDS = ['actId', 'proposalId', 'suspensionId', 'invitationId', 'reviewId'];

/** Notes the types of the events that a request has written, and the acts that they name. */
export function noteWritten(request: FastifyRequest, events: readonly Written[]): void {
  const { wrote = [], acts = [] } = noted(request);
  const named = events.flatMap(({ data }) =>
    ACT_IDS.map((field) => (data as Record<string, unknown>)[field]).filter((id) => typeof id === 'string'),
  );
  note(request, {
    wrote: [...new Set([...wrote, ...events.map(({ type }) => type)])],
    acts: [...new Set([...acts, ...named])].slice(0, MOST_ACTS),
  });
}
