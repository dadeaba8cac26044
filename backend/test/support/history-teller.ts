import type { Subject } from '../../src/domain/report/subject.js';
import type { DomainEvents } from '../../src/domain/events.js';
import type { Money } from '../../src/domain/money.js';
import type { Purpose } from '../../src/domain/payment/payment-facts.js';
import type { CategoryScores, Picture } from '../../src/domain/photo/photo.js';
import type { DecidedEvent } from '../../src/kernel/log/codec.js';

type Type = keyof DomainEvents;

/** The first moment of every generated history, a Monday. */
export const START = Date.UTC(2026, 9, 5);

/** One append of a generated history. `expected` is the current revision of the stream, or none. */
export interface Chapter {
  readonly stream: string;
  readonly expected: number | 'noStream';
  readonly events: readonly DecidedEvent[];
}

/** A step of a generated history: no, one or more appends. */
export type Act = () => Generator<Chapter>;

/** The input of a step: random numbers, and what exists so far. */
export interface Teller {
  readonly seed: number;
  readonly known: Known;
  /** From 0 to below 1. */
  random(): number;
  uuid(): string;
  hex(digits: number): string;
  pick<Item>(items: readonly Item[]): Item | undefined;
  /** The time of the next event. */
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
  readonly week: string;
  readonly raters: Set<string>;
  newestComment: { commentId: string; authorId: string } | null;
}

/** The people and things of a generated history so far, in order of creation. */
export interface Known {
  /** The admins whose login was created. */
  readonly admins: string[];
  readonly accounts: { id: string; emailHash: string; isVerified: boolean; pictureId: string | null }[];
  readonly unclaimed: { id: string; picture: Picture; scores: CategoryScores }[];
  readonly posts: KnownPost[];
  readonly comments: {
    commentId: string;
    postId: string;
    postOwnerId: string;
    authorId: string;
    parent: { commentId: string; authorId: string } | null;
    /** The act that hides it. */
    hiddenBy: string | null;
  }[];
  readonly ratings: { postId: string; ownerId: string; userId: string; score: number }[];
  readonly likes: { stream: string; postId: string; commentId: string | null; userId: string }[];
  /** The streams of the current likes. */
  readonly liked: Set<string>;
  /** The reports, by stream. */
  readonly reports: Map<
    string,
    { subject: Subject; subjectId: string; postId: string | null; ownerId: string; reporterId: string }
  >;
  readonly achievements: Set<string>;
  /** Confirmed payments, and the state of the boosts that they bought. */
  readonly payments: {
    readonly reference: string;
    readonly userId: string;
    readonly purpose: Purpose;
    readonly price: Money;
    postId: string | null;
    is: 'unclaimed' | 'active' | 'ended';
  }[];
  week: number;
}
