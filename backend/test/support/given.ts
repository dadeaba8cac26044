import {
  type AnyAggregate,
  type Command,
  type EventOf,
  type Refusal,
  Rejected,
  decide,
  evolveAll,
} from '../../src/kernel/aggregate.js';
import type { Catalogue, EventMetadata, Recorded } from '../../src/kernel/event.js';
import type { DomainEvents } from '../../src/domain/events.js';
import { foldSteps, stepsOf } from '../../src/kernel/views/view-fold.js';
import type { Projection } from '../../src/projections/view.js';

/** An event of a story: its type and data, and what matters of its metadata. */
export type Happened = {
  readonly [Type in keyof DomainEvents]: {
    readonly type: Type;
    readonly data: DomainEvents[Type];
    readonly at?: string;
    /** Who caused it, and by which request, if that matters. */
    readonly metadata?: Partial<EventMetadata>;
  };
}[keyof DomainEvents];

const AT = '2026-11-21T09:00:00.000Z';

/**
 * A story of an aggregate: `given(Post, ...events).when(Post.PublishPost({…})).then(...events)`.
 *
 * `then` expects exactly these events, `thenNothing` no events, `thenRejected` a rejection with this message (and of
 * this kind, if one is given).
 */
export function given<Events extends Catalogue>(
  table: AnyAggregate & { readonly events: Events },
  ...history: readonly (EventOf<Events> & { readonly at?: string })[]
) {
  const past = (history as readonly { type: string; data: object; at?: string }[]).map(
    ({ at = AT, ...event }) => ({ ...event, metadata: { at } }),
  );
  return {
    when(command: Command<object>) {
      const outcome = () => decide(table, command, evolveAll(table, table.initial, past));
      return {
        then(...events: readonly EventOf<Events>[]): void {
          expect(outcome()).toEqual(events);
        },
        thenNothing(): void {
          expect(outcome()).toEqual([]);
        },
        thenRejected(message: string, refusal?: Refusal): void {
          const rejected = rejectionOf(outcome);
          expect(rejected.message).toBe(message);
          if (refusal) expect(rejected.refusal).toBe(refusal);
        },
      };
    },
  };
}

/**
 * A story of a projection: `folding(leaderboard, ...events).gives({ [id]: document })`, folded by the kernel's own
 * code, in one batch.
 *
 * `gives` expects exactly these documents; `document` returns one of them, or undefined. A fold that throws fails the
 * test.
 */
export function folding<Document extends object>(
  projection: Projection<Document>,
  ...story: readonly Happened[]
) {
  const { steps, parked } = stepsOf(projection, recorded(story));
  const changes = foldSteps(steps, new Map(), new Set());
  expect([...parked, ...changes.parked]).toEqual([]);
  const documents = new Map(
    changes.documents.flatMap(({ id, document }) => (document === null ? [] : [[id, document]])),
  );
  return {
    gives(expected: Readonly<Record<string, Document>>): void {
      expect(Object.fromEntries(documents)).toEqual(expected);
    },
    document: (id: string): Document | undefined => documents.get(id),
  };
}

/** The events of a story as the log would return them: numbered from 1, with an actor and a time. */
export function recorded(story: readonly Happened[]): Recorded[] {
  return story.map((event, index) => ({
    id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
    stream: 'story',
    revision: index,
    position: index + 1,
    type: event.type,
    data: event.data,
    metadata: { ...metadata(event.at ?? AT), ...event.metadata },
  }));
}

function metadata(at: string): EventMetadata {
  return {
    at,
    actor: { kind: 'visitor', id: null },
    $correlationId: 'story',
    $causationId: 'story',
    requestId: null,
    version: 1,
  };
}

function rejectionOf(outcome: () => unknown): Rejected {
  try {
    outcome();
  } catch (error) {
    if (error instanceof Rejected) return error;
    throw error;
  }
  throw new Error('the command was not rejected');
}
