import { type Command, Rejected } from '../../kernel/aggregate.js';
import type { AdminRole } from '../admin/admin-role.js';
import type { DomainEvents } from '../events.js';
import type { Decider } from '../moderation/self-decision.js';
import type { GivenReason, ReasonCode } from '../moderation/reasons.js';
import type { Appealed } from '../review/appeal.js';

/** What an act is about. */
export const SUBJECT_KINDS = [
  'post',
  'report',
  'comment',
  'rating',
  'rater',
  'account',
  'picture',
  'payment',
  'email',
  'event',
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

export const MODERATORS: readonly AdminRole[] = ['moderator', 'owner'];
export const OWNERS: readonly AdminRole[] = ['owner'];
export const FINANCE: readonly AdminRole[] = ['finance', 'owner'];

/** Why an act on a payment stays. */
export const MONEY_MOVED = 'Money that moved cannot be moved back by undoing.';

type EventType = keyof DomainEvents & string;

/** What an event says of the act that it is. */
export interface ActDone {
  readonly actId: string;
  readonly subjectId: string;
  /** The post with the comment that it is about, or that a report is about; only for these. */
  readonly postId?: string | null;
  /** Whom it concerns; null for nobody. */
  readonly ownerId: string | null;
  readonly reason: string | null;
  readonly note: string | null;
}

export interface ActUndone {
  readonly actId: string;
  readonly because: string | null;
}

export interface OfAct {
  readonly subjectId: string;
  readonly actId: string;
  readonly adminId: string;
  readonly decider: Decider;
}

/** An act that an admin asks for. */
export interface Doing extends OfAct {
  readonly reason: ReasonCode | null;
  readonly note: string;
  /** Whether the admin was shown the picture; null where it is not known. */
  readonly shown?: boolean | null;
}

export interface Undoing extends OfAct {
  readonly because: string;
  /** Whether it follows from a granted appeal: a second person has decided. */
  readonly isByAppeal?: true;
}

interface Undo {
  readonly event: EventType;
  readonly roles: readonly AdminRole[];
  /** As for the act itself: the server writes the event, too. */
  readonly isByAdmin?: true;
  readonly of: (data: never) => ActUndone;
  /** Can be repeated: an act is undone once. */
  readonly do: (undoing: Undoing) => Command;
}

/** An act that stays, and why. */
interface Final {
  readonly event: null;
  readonly why: string;
}

/** How the person concerned is told. Every such mail is sent at any age, whatever the person's settings are. */
export interface Told {
  /** Its name in answers to that person. */
  readonly as: string;
  /** As the title of the decision on their page, and the subject of the mail. */
  readonly sentence: string;
  /** What it means for them, in the mail; null for a decision about an account, whose mails say more. */
  readonly means: string | null;
  /** What an appeal against it is about; null if it cannot be appealed. */
  readonly appeal: Appealed | null;
}

/** What is true of every act of one kind. The kind is the type of its event. */
export interface ActRow {
  /** As admins read it. */
  readonly name: string;
  readonly subject: SubjectKind;
  readonly roles: readonly AdminRole[];
  /** What the post, or the post with the comment or rating, is for visitors from then on; null if they see no difference. */
  readonly effect: 'hidden' | 'shown' | 'changed' | null;
  /** Whether it counts against the standing of the person concerned. */
  readonly isAgainst: boolean;
  /** True if the event is an act only where an admin caused it: the server writes it as a part of other acts, too. */
  readonly isByAdmin?: true;
  /** Whether an admin whom it concerns does it after a wait where no other admin can; else a second admin has to. */
  readonly ifOwn: 'waits' | 'second';
  readonly undo: Undo | Final;
  readonly told: Told | null;
  /** Null for an event that is no act. */
  readonly of: (data: never) => ActDone | null;
  /** Can be repeated: an act is done once. Null for an act that needs more than a reason. */
  readonly do: ((doing: Doing) => Command) | null;
}

/** A row whose function fits the data of its event. */
export type RowOf<Type extends EventType> = Omit<ActRow, 'of'> & {
  readonly of: (data: DomainEvents[Type]) => ActDone | null;
};

/** Most acts change nothing for visitors, count against nobody, nobody is told, and nobody does them to themselves. */
export const PLAIN = { effect: null, isAgainst: false, ifOwn: 'second', told: null, do: null } as const;

/** What most events that undo an act say. */
export function undoneBy({ actId, because }: ActUndone): ActUndone {
  return { actId, because };
}

/** @throws Rejected (invalid) without a reason */
export function given({ reason, note }: Doing): GivenReason {
  if (reason === null) throw new Rejected('invalid', 'Please choose a reason from the list');
  return { reason, note };
}
