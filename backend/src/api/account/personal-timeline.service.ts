import { Inject, Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { account } from '../../domain/account/account.js';
import type { Recorded } from '../../kernel/event.js';
import { History } from '../../kernel/history.js';
import { States } from '../../kernel/states.js';
import { TimelinesReader } from '../../projections/timelines/timelines.reader.js';

/** Something that a person did, or that was done to their account or posts. */
export interface Moment {
  /** ISO 8601. */
  readonly at: string;
  /** The name of the event, as docs/events.md tells of it. */
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const STREAMS_AT_ONCE = 8;
/**
 * Where events hold a hash; the `address` of a refused photo is one. It tells the person nothing, and that of a password or
 * a token would give a stranger who finds the file a way to guess it.
 */
const HASHES = new Set(['passwordHash', 'tokenHash', 'emailHash', 'imageHash', 'address']);
/** Where events name people; the `uploader` of a photo is told beside them, as it may be an address. */
const PEOPLE = new Set(['accountId', 'ownerId', 'postOwnerId', 'authorId', 'userId', 'reporterId']);

/** Reads what the log tells of a person. */
@Injectable()
export class PersonalTimeline {
  constructor(
    @Inject(TimelinesReader) private readonly timelines: TimelinesReader,
    @Inject(History) private readonly history: History,
    @Inject(States) private readonly states: States,
  ) {}

  /**
   * The events of every stream that tells of the person, in the order of the log, without hashes and without the ids of
   * other people; and which profile picture they show now. Which streams are left out, and why, says the projection of
   * timelines.
   */
  async of(accountId: string): Promise<{ moments: readonly Moment[]; pictureId: string | null }> {
    const own = await this.history.of(`${account.category}-${accountId}`);
    const streams = await this.timelines.streamsOf(accountId);
    const oneOfFew = pLimit(STREAMS_AT_ONCE);
    const others = await Promise.all(streams.map((stream) => oneOfFew(() => this.history.of(stream))));
    const events = [...own, ...others.flat()].toSorted((one, other) => one.position - other.position);
    const { pictureId } = await this.states.of(account, accountId);
    return { moments: events.map((event) => momentOf(event, accountId)), pictureId };
  }
}

function momentOf({ metadata, type, data }: Recorded, accountId: string): Moment {
  return { at: metadata.at, type, data: ownPart(data, accountId) as Readonly<Record<string, unknown>> };
}

/** Plain data without hashes and without the ids of others, however deep. */
function ownPart(value: unknown, accountId: string): unknown {
  if (Array.isArray(value)) return value.map((item) => ownPart(item, accountId));
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(
    ([name, field]) =>
      !HASHES.has(name) &&
      (!PEOPLE.has(name) || field === accountId) &&
      (name !== 'uploader' || field === `account:${accountId}`),
  );
  return Object.fromEntries(kept.map(([name, field]) => [name, ownPart(field, accountId)]));
}
