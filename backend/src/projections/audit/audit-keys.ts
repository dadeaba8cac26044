import { type TrailSubject, reasonOf, subjectsOf } from '../../domain/trail/trail.js';
import { isRefundProposal } from '../../domain/trail/visibility.js';
import type { Recorded } from '../../kernel/event.js';
import { shortId, wholeId } from './audit-ids.js';

/**
 * What a key of a line says, by its first letter; an id follows as that of `shortId`. A key that begins with another letter
 * is a subject: `post:` and its id. Each line has the first four, in this order.
 */
const KEY = {
  type: 'T',
  /** The role of the admin, if it is recorded; else the kind of the actor. */
  role: 'R',
  event: 'E',
  /** Everything that one request, or one run of the program, led to. */
  correlation: 'C',
  /** Left out if it is the correlation, as that of every request is; without an id if there was none. */
  request: 'Q',
  actor: 'A',
  /** An actor who is also a person that the event is about, in place of both keys. */
  self: 'S',
  reason: 'W',
  /** A refund that an owner has to confirm, which is not known by its type. */
  refundProposal: 'P',
} as const;

/** What a line can be found by. */
export const keyOf = {
  type: (type: string) => KEY.type + type,
  role: (role: string) => KEY.role + role,
  reason: (code: string) => KEY.reason + code,
  refundProposal: KEY.refundProposal,
  event: (id: string) => KEY.event + shortId(id),
  correlation: (id: string) => KEY.correlation + shortId(id),
} as const;

/** The keys of an actor, of which a line has one. */
export function keysOfActor(id: string): readonly string[] {
  const short = shortId(id);
  return [KEY.actor + short, KEY.self + short];
}

/** The same for a subject. */
export function keysOfSubject({ kind, id }: TrailSubject): readonly string[] {
  const short = shortId(id);
  return kind === 'person' ? [`person:${short}`, KEY.self + short] : [`${kind}:${short}`];
}

export function keysOf(event: Recorded): readonly string[] {
  const { actor, requestId, $correlationId } = event.metadata;
  const subjects = subjectsOf(event);
  const keys = [
    keyOf.type(event.type),
    keyOf.role(actor.role ?? actor.kind),
    keyOf.event(event.id),
    keyOf.correlation($correlationId),
  ];
  if (requestId !== $correlationId) keys.push(KEY.request + (requestId === null ? '' : shortId(requestId)));
  const isActor = ({ kind, id }: TrailSubject) => kind === 'person' && id === actor.id;
  if (actor.id !== null && !subjects.some(isActor)) keys.push(KEY.actor + shortId(actor.id));
  for (const subject of subjects) {
    const short = shortId(subject.id);
    keys.push(isActor(subject) ? KEY.self + short : `${subject.kind}:${short}`);
  }
  const reason = reasonOf(event);
  if (reason !== null) keys.push(keyOf.reason(reason));
  if (isRefundProposal({ type: event.type, subjects })) keys.push(KEY.refundProposal);
  return keys;
}

/** What a line knows of its event, without reading it. */
export interface LineFacts {
  readonly type: string;
  readonly role: string;
  readonly eventId: string;
  readonly correlationId: string;
  /** The request that led to the event; null for what the program did by itself. */
  readonly requestId: string | null;
  readonly actorId: string | null;
  readonly reason: string | null;
  /** What it is about, in the order of its catalogue entry. */
  readonly subjects: readonly TrailSubject[];
}

/** The type of a line's event. */
export const typeIn = ({ keys: [type = ''] }: { readonly keys: readonly string[] }) => type.slice(1);

export function factsOfLine({ keys }: { readonly keys: readonly string[] }): LineFacts {
  const [type = '', role = '', event = '', correlation = '', ...others] = keys.map((key) => key.slice(1));
  const correlationId = wholeId(correlation);
  const subjects: TrailSubject[] = [];
  const facts: { -readonly [Name in keyof LineFacts]: LineFacts[Name] } = {
    type,
    role,
    eventId: wholeId(event),
    correlationId,
    requestId: correlationId,
    actorId: null,
    reason: null,
    subjects,
  };
  for (const [index, rest] of others.entries()) {
    const key = keys[index + FIRST] ?? '';
    switch (key[0]) {
      case KEY.request:
        facts.requestId = rest === '' ? null : wholeId(rest);
        break;
      case KEY.actor:
        facts.actorId = wholeId(rest);
        break;
      case KEY.self:
        facts.actorId = wholeId(rest);
        subjects.push({ kind: 'person', id: facts.actorId });
        break;
      case KEY.reason:
        facts.reason = rest;
        break;
      case KEY.refundProposal:
        break;
      default:
        subjects.push(subjectIn(key));
    }
  }
  return facts;
}

/** The keys that each line has. */
const FIRST = 4;

function subjectIn(key: string): TrailSubject {
  const colon = key.indexOf(':');
  return { kind: key.slice(0, colon) as TrailSubject['kind'], id: wholeId(key.slice(colon + 1)) };
}
