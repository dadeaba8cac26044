import { Inject, Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { account } from '../../domain/account/account.js';
import type { Account } from '../../domain/account/account-state.js';
import { type AnyAggregate, evolveAll } from '../../domain/aggregate.js';
import type { Recorded } from '../../domain/catalogue.js';
import { photo } from '../../domain/photo/photo.js';
import { History } from '../../infrastructure/engine/history.port.js';

/** Something that a person did, or that was done to their account or posts. */
export interface Moment {
  /** ISO 8601. */
  readonly at: string;
  /** The name of the event, as docs/events.md tells of it. */
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What there is of a person besides their account: the ids of their own streams, by category. */
export type Belongings = Readonly<
  Record<'post' | 'rating' | 'like' | 'comment' | 'commentLike' | 'report', readonly string[]>
>;

const STREAMS_AT_ONCE = 8;
/** What gives a stranger who finds the file a way to guess a password or a token. */
const SECRETS = new Set(['passwordHash', 'tokenHash']);
/** Where events name people. */
const PEOPLE = new Set(['accountId', 'ownerId', 'postOwnerId', 'authorId', 'userId', 'reporterId']);

/** Reads what the log tells of a person. */
@Injectable()
export class PersonalTimeline {
  constructor(@Inject(History) private readonly history: History) {}

  /**
   * The events of the person's own streams, in the order of the log, without hashes of secrets and without the ids of
   * other people; and which profile picture they show now.
   */
  async of(
    accountId: string,
    belongings: Belongings,
  ): Promise<{ moments: readonly Moment[]; pictureId: string | null }> {
    const own = await this.history.of(`${account.category}-${accountId}`);
    const { pictureId } = evolveAll(account as unknown as AnyAggregate, account.initial, own) as Account;
    const oneOfFew = pLimit(STREAMS_AT_ONCE);
    const others = await Promise.all(
      streamsOf(belongings).map((stream) => oneOfFew(() => this.history.of(stream))),
    );
    const events = [...own, ...others.flat()].toSorted((one, other) => one.position - other.position);
    return { moments: events.map((event) => momentOf(event, accountId)), pictureId };
  }
}

function streamsOf(belongings: Belongings): string[] {
  // A post has the id of its photo.
  const ids = { ...belongings, [photo.category]: belongings.post };
  return Object.entries(ids).flatMap(([category, own]) => own.map((id) => `${category}-${id}`));
}

function momentOf({ metadata, type, data }: Recorded, accountId: string): Moment {
  return { at: metadata.at, type, data: ownPart(data, accountId) as Readonly<Record<string, unknown>> };
}

/** Plain data without what is secret and without the ids of others, however deep. */
function ownPart(value: unknown, accountId: string): unknown {
  if (Array.isArray(value)) return value.map((item) => ownPart(item, accountId));
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(
    ([name, field]) => !SECRETS.has(name) && (!PEOPLE.has(name) || field === accountId),
  );
  return Object.fromEntries(kept.map(([name, field]) => [name, ownPart(field, accountId)]));
}
