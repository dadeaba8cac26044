import type { DomainEvents } from '../../src/domain/events.js';
import type { CategoryScores, Picture } from '../../src/domain/photo/photo.events.js';
import type { DecidedEvent } from '../../src/kernel/log/codec.js';

type Type = keyof DomainEvents;

/** The first moment of every made-up history, a Monday. */
export const START = Date.UTC(2026, 9, 5);

/** One append of a made-up history. `expected` is the revision the stream is at, or none. */
export interface Chapter {
  readonly stream: string;
  readonly expected: number | 'noStream';
  readonly events: readonly DecidedEvent[];
}

/** Something that happens in a made-up history: none, one or more appends. */
export type Act = () => Generator<Chapter>;

/** What acts are made with: chance, and what there is so far. */
export interface Teller {
  readonly seed: number;
  readonly known: Known;
  /** From 0 to below 1. */
  random(): number;
  uuid(): string;
  hex(digits: number): string;
  pick<Item>(items: readonly Item[]): Item | undefined;
  /** The time that the next event happens at. */
  now(): Date;
  /** The next append to a stream. */
  chapter(stream: string, ...events: readonly { type: Type; data: object }[]): Chapter;
}

/** An event, checked against the catalogue. */
export function event<Name extends Type>(type: Name, data: DomainEvents[Name]) {
  return { type, data };
}

interface KnownPost {
  readonly postId: string;
  readonly ownerId: string;
  readonly imageHash: string;
  readonly raters: Set<string>;
  newestComment: { commentId: string; authorId: string } | null;
}

/** Who and what there is in a made-up history so far, in the order in which it came. */
export interface Known {
  readonly accounts: { id: string; emailHash: string; isVerified: boolean; pictureId: string | null }[];
  readonly unclaimed: { id: string; picture: Picture; scores: CategoryScores }[];
  readonly posts: KnownPost[];
  readonly comments: {
    commentId: string;
    postId: string;
    postOwnerId: string;
    authorId: string;
    parent: { commentId: string; authorId: string } | null;
  }[];
  readonly likes: { stream: string; postId: string; commentId: string | null; userId: string }[];
  /** The streams of the likes that are given. */
  readonly liked: Set<string>;
  readonly reports: Set<string>;
  readonly achievements: Set<string>;
  week: number;
}
