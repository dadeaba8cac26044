import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import pLimit, { type LimitFunction } from 'p-limit';
import { Account } from '../../domain/account/account.js';
import type { DomainEvents } from '../../domain/events.js';
import { Photo } from '../../domain/photo/photo.js';
import { Post } from '../../domain/post/post.js';
import { Inbox } from '../../domain/notification/inbox.js';
import { PublishedPicture } from '../../domain/post/published-picture.js';
import type { Recorded } from '../../kernel/event.js';
import { History } from '../../kernel/history.js';
import { States } from '../../kernel/states.js';
import { type Undecodable, unlessUndecodable } from '../../kernel/undecodable.js';
import { TimelinesReader } from '../../projections/timelines.js';

/** An event that a person caused, or that concerns their account or posts, with the part of its data that is theirs to see. */
export interface OwnEvent extends Pick<Recorded, 'id' | 'position' | 'type' | 'metadata'> {
  readonly data: Readonly<Record<string, unknown>>;
}

/** Such an event in the export. */
export interface Moment {
  /** ISO 8601. */
  readonly at: string;
  /** The name of the event, as in backend/events.json. */
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event in the export that is in quarantine. */
export type UnreadableMoment = Pick<Undecodable, 'type' | 'position'>;

const STREAMS_AT_ONCE = 8;
const EVENTS_AT_ONCE = 500;
/**
 * Event fields that contain hashes, such as the `address` of a refused photo. A hash is of no use to the person, and a
 * stranger who finds the file could use the hash of a password or token for guessing.
 */
const HASHES = new Set(['passwordHash', 'tokenHash', 'emailHash', 'previousHash', 'imageHash', 'address']);
/**
 * Event fields that contain ids of people. The `uploader` of a photo is handled separately, as it can be an address.
 */
const PEOPLE = new Set([
  'accountId',
  'ownerId',
  'postOwnerId',
  'authorId',
  'userId',
  'reporterId',
  'adminId',
  'actBy',
]);

/** The streams of a post and of its photo, with the id that both have. */
const OF_POST = new RegExp(`^(?:${Post.category}|${Photo.category})-(.+)$`);

/** What admins write for each other about a person, a report or an escalation, and who had a post checked. */
const AMONG_ADMINS = new Set([
  'AccountNoted',
  'ReportAssigned',
  'ReportNoted',
  'ReportCategorised',
  'PostEscalated',
  'LegalHoldLifted',
  'PostCheckBegan',
  'PostCheckEnded',
]);

@Injectable()
export class PersonalTimeline {
  constructor(
    private readonly timelines: TimelinesReader,
    private readonly history: History,
    private readonly states: States,
  ) {}

  /** {@link eventsOf} for the export, what could not be read, and the current profile picture. */
  async of(accountId: string): Promise<{
    moments: readonly Moment[];
    unreadable: readonly UnreadableMoment[];
    pictureId: string | null;
  }> {
    const { events, undecodable } = await this.read(accountId);
    const { pictureId } = await this.states.of(Account, accountId);
    return {
      moments: events.map(({ metadata: { at }, type, data }) => ({ at, type, data })),
      unreadable: undecodable.map(({ type, position }) => ({ type, position })),
      pictureId,
    };
  }

  /**
   * The events of every stream about the person, in the order of the log, without hashes and without the ids of other
   * people and what concerns posts under legal hold, and without those that can't be read. The timelines projection says
   * which streams are left out, and why.
   */
  async eventsOf(accountId: string): Promise<readonly OwnEvent[]> {
    return (await this.read(accountId)).events;
  }

  private async read(
    accountId: string,
  ): Promise<{ readonly events: readonly OwnEvent[]; readonly undecodable: readonly Undecodable[] }> {
    const own = await this.history.readable(`${Account.category}-${accountId}`);
    const found = await this.timelines.streamsOf(accountId);
    const oneOfFew = pLimit(STREAMS_AT_ONCE);
    const escalated = await this.escalatedIn(found, oneOfFew);
    const streams = found.filter((stream) => !escalated.has(OF_POST.exec(stream)?.[1]));
    const read = async (stream: string) => {
      // An embedded log answers at once: without this, nobody else would be served until thousands of streams are read.
      await nextTurn();
      return this.history.readable(stream);
    };
    const others = await Promise.all(streams.map((stream) => oneOfFew(() => read(stream))));
    const all = [own, ...others];
    const visible = all
      .flatMap((stream) => stream.events)
      .filter(({ type }) => !AMONG_ADMINS.has(type))
      .filter(({ type, data }) => !NAMING_POSTS.has(type) || !escalated.has(postIn(data)))
      .toSorted((one, other) => one.position - other.position);
    const events: OwnEvent[] = [];
    for (const [index, event] of visible.entries()) {
      if (index % EVENTS_AT_ONCE === 0) await nextTurn();
      events.push({ ...event, data: ownPart(event.data, accountId) as OwnEvent['data'] });
    }
    const undecodable = all
      .flatMap((stream) => stream.undecodable)
      .filter(({ type }) => !AMONG_ADMINS.has(type));
    return { events, undecodable };
  }

  /** The ids of the posts under legal hold among these streams: not even their owners see them, their photos and pictures. */
  private async escalatedIn(
    streams: readonly string[],
    oneOfFew: LimitFunction,
  ): Promise<ReadonlySet<string | undefined>> {
    const postIds = new Set(streams.flatMap((stream) => OF_POST.exec(stream)?.[1] ?? []));
    const isHeld = async (id: string) => {
      await nextTurn();
      // What can't be read may be under legal hold.
      const state = await unlessUndecodable(this.states.of(Post, id), () => null);
      return state?.legalHold === null ? [] : [id];
    };
    const held = await Promise.all([...postIds].map((id) => oneOfFew(() => isHeld(id))));
    return new Set(held.flat());
  }
}

/** The events whose streams do not name the post: that of a picture has the hash, that of an inbox the person. */
const NAMING_POSTS: ReadonlySet<string> = new Set(
  Object.keys({ ...PublishedPicture.events, ...Inbox.events }),
);

function postIn(data: unknown): string {
  return (data as DomainEvents['PicturePublished']).postId;
}

/** When others voted and liked: the owner of a post is told the day. */
const TIMES_OF_OTHERS: ReadonlySet<string> = new Set(['votedAt', 'likedAt']);

/** Plain data without hashes, ids of other people and times of their votes, at any depth. */
function ownPart(value: unknown, accountId: string): unknown {
  if (Array.isArray(value)) return value.map((item) => ownPart(item, accountId));
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value);
  const isOfOther = ([name, field]: readonly [string, unknown]) =>
    PEOPLE.has(name) && field !== accountId && field !== null;
  // Another field may have the same id, such as that of a report of a profile.
  const others = new Set(fields.filter(isOfOther).map(([, field]) => field));
  const kept = fields.filter(
    ([name, field]) =>
      !HASHES.has(name) &&
      !TIMES_OF_OTHERS.has(name) &&
      !others.has(field) &&
      (!PEOPLE.has(name) || field === accountId) &&
      (name !== 'uploader' || field === `account:${accountId}`),
  );
  return Object.fromEntries(kept.map(([name, field]) => [name, ownPart(field, accountId)]));
}
