import { hash } from 'node:crypto';
import type { Chapter } from '@footnote/backend/test/support/history-teller.js';

/** The fields that say who caused an event, and in which role, in the order in which they are looked for. */
const ACTORS = [
  ['adminId', 'admin'],
  ['reporterId', 'user'],
  ['authorId', 'user'],
  ['userId', 'user'],
  ['accountId', 'user'],
  ['ownerId', 'user'],
] as const;

/** A history whose events have actors, requests and correlations as a running site writes them. */
export function* livelyMetadata(history: Iterable<Chapter>): Generator<Chapter> {
  for (const chapter of history) {
    const [first] = chapter.events;
    const request = uuidOf(first?.id ?? '');
    const caused = { requestId: request, $correlationId: request, $causationId: request };
    yield {
      ...chapter,
      events: chapter.events.map((event) => ({
        ...event,
        metadata: { ...event.metadata, ...caused, actor: actorOf(event) },
      })),
    };
  }
}

function actorOf({ type, data }: { readonly type: string; readonly data: object }) {
  if (type.startsWith('Stripe')) return { kind: 'stripe', id: null } as const;
  for (const [field, kind] of ACTORS) {
    const id: unknown = (data as Record<string, unknown>)[field];
    if (typeof id !== 'string') continue;
    return kind === 'admin' ? ({ kind, id, role: 'moderator' } as const) : ({ kind, id } as const);
  }
  return { kind: 'system', id: 'week-closing' } as const;
}

/** Another UUID, which is the same for the same text. */
function uuidOf(text: string): string {
  return hash('sha256', text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
