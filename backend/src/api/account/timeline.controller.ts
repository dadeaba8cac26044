import { Injectable, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Id, List, Maybe, Text, When } from '../../contract/fields.js';
import { CLAIMED_MS, UNPUBLISHED_MS } from '../../domain/photo/photo.js';
import { type TrailKind, type TrailSubject, sentenceOf, subjectsOf } from '../../domain/trail/trail.js';
import { weekText } from '../../domain/trail/value-text.js';
import { type PartName, SentencePart, namedParts } from '../trail/sentence-part.js';
import { type OwnEvent, PersonalTimeline } from './personal-timeline.service.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { PageRequest, decodeCursor, encodeCursor, linkNext, pageOf } from '../http/paging.js';
import { Route, Routes } from '../http/route.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { PostId, postNotFound } from '../posts/posts.contract.js';

export class TimelineLine {
  @Id('The event.') readonly id!: string;
  @When() readonly at!: string;
  @Text('The name of the event.') readonly type!: string;
  @List(() => SentencePart, 'The sentence.') readonly parts!: readonly SentencePart[];
  @Maybe(When, 'When the photo is deleted unless it is published; null for everything else.')
  readonly deletedAt!: string | null;
}

/** Other things than posts and weeks have no page for a person, so their ids say nothing. */
const NAMES: Readonly<Record<Exclude<TrailKind, 'post' | 'person' | 'week' | 'stripe'>, string>> = {
  photo: 'a photo',
  comment: 'a comment',
  report: 'a report',
  admin: 'an admin',
  invitation: 'an invitation',
  proposal: 'a proposal',
  act: 'a decision',
  appeal: 'an appeal',
  payment: 'a payment',
  boost: 'a boost',
  picture: 'a picture',
};

/** What the ids of Stripe begin with, and what they are the ids of. */
const AT_STRIPE: readonly (readonly [RegExp, string])[] = [
  [/^cs_/, 'a checkout page'],
  [/^pi_/, 'a card payment'],
  [/^(?:re|pyr)_/, 'a refund'],
  [/^(?:du|dp)_/, 'a dispute'],
  [/^issfr_/, 'a warning of fraud'],
];

const PAGE_SIZE = 50;

/** What anybody who knows the address can ask for. */
const ASKED_BY_ANYONE = new Set(['VerificationRequested', 'PasswordResetRequested']);

/** What the inbox told the person and what they read of it. The inbox itself says it better. */
const ABOUT_THE_INBOX = new Set(['ActivityNotified', 'DigestNotified', 'InboxRead']);

/** What the log knows about a person, in sentences for that person. */
@Injectable()
export class OwnTimeline {
  constructor(private readonly timeline: PersonalTimeline) {}

  /**
   * The events before this position, newest first; `next` is the position before which the next page begins.
   * @param postId leaves out what is not about this post, of the person
   */
  async of(
    accountId: string,
    before: number,
    limit: number,
    postId?: string,
  ): Promise<{ lines: readonly TimelineLine[]; next: number | null }> {
    const events = await this.timeline.eventsOf(accountId);
    const knows = knowledgeOf(events, accountId);
    const earlier = events.filter(
      (event) =>
        event.position < before &&
        !ABOUT_THE_INBOX.has(event.type) &&
        (postId === undefined || isAbout(postId, event)),
    );
    const page = earlier.slice(-limit).toReversed();
    const next = earlier.length > limit ? (page.at(-1)?.position ?? null) : null;
    return { lines: page.map((event) => lineOf(event, knows)), next };
  }

  /** A page of the list at this path, with the address of the next one in the Link header. */
  async page(
    reply: FastifyReply,
    path: string,
    cursor: string | undefined,
    accountId: string,
    postId?: string,
  ) {
    const list = ['timeline', accountId, postId ?? ''];
    const [before] = cursor ? decodeCursor(cursor, list, ['number']) : [Infinity];
    const { lines, next } = await this.of(accountId, Number(before), PAGE_SIZE, postId);
    if (next !== null) linkNext(reply, path, { cursor: encodeCursor(list, [next]) });
    return lines;
  }
}

/** Whether an event is about a post, or about its photo, which has the same id. */
function isAbout(postId: string, event: OwnEvent): boolean {
  return subjectsOf(event).some(({ kind, id }) => (kind === 'post' || kind === 'photo') && id === postId);
}

interface Knowledge {
  readonly accountId: string;
  /** The request that registered the account. */
  readonly registration: string | null;
  readonly deletedPosts: ReadonlySet<unknown>;
  /** When the photo that an event admitted is deleted; null if it does not wait to be published. */
  deletionOf(event: OwnEvent): string | null;
}

/** What the sentence of one event needs to know of the others. */
function knowledgeOf(events: readonly OwnEvent[], accountId: string): Knowledge {
  const registered = events.find(({ type }) => type === 'AccountRegistered');
  const idsIn = (field: string, types: readonly string[]) =>
    events.filter(({ type }) => types.includes(type)).map(({ data }) => data[field]);
  const settled = new Set([...idsIn('postId', ['PostPublished']), ...idsIn('photoId', ['PhotoDeleted'])]);
  const claims = new Map(
    events
      .filter(({ type }) => type === 'RatingClaimed')
      .map(({ data, metadata }) => [data['photoId'], metadata.at]),
  );
  return {
    accountId,
    registration: registered?.metadata.requestId ?? null,
    deletedPosts: new Set(idsIn('postId', ['PostDeleted'])),
    deletionOf: ({ type, data: { photoId }, metadata: { at } }) => {
      if ((type !== 'PhotoRated' && type !== 'PhotoAdmitted') || settled.has(photoId)) return null;
      const claimedAt = claims.get(photoId);
      const afterClaim = claimedAt === undefined ? 0 : Date.parse(claimedAt) + CLAIMED_MS;
      return new Date(Math.max(Date.parse(at) + UNPUBLISHED_MS, afterClaim)).toISOString();
    },
  };
}

function lineOf(event: OwnEvent, knows: Knowledge): TimelineLine {
  const { id, metadata, type } = event;
  const deletedAt = knows.deletionOf(event);
  return { id, at: metadata.at, type, parts: partsOf(event, knows), deletedAt };
}

function partsOf(event: OwnEvent, knows: Knowledge): SentencePart[] {
  // The ids of other people are not in the data of the person.
  const sentence = sentenceOf(event).map((part) =>
    'value' in part && part.value === null ? { text: 'someone' } : part,
  );
  return namedParts(sentence, { text: actorOf(event, knows), id: null }, (subject) => nameOf(subject, knows));
}

function actorOf({ type, metadata: { actor, requestId } }: OwnEvent, knows: Knowledge): string {
  switch (actor.kind) {
    case 'user':
      return actor.id === knows.accountId ? 'You' : 'Someone';
    case 'visitor':
      // Everything else takes the password, a mailed link or the browser that uploaded the photo.
      return ASKED_BY_ANYONE.has(type) && requestId !== knows.registration ? 'Someone' : 'You';
    case 'admin':
      return 'An admin';
    case 'stripe':
      return 'The payment provider';
    default:
      return 'The site';
  }
}

function nameOf({ kind, id }: TrailSubject, { accountId, deletedPosts }: Knowledge): PartName {
  switch (kind) {
    case 'post':
      return { text: 'a post', id: deletedPosts.has(id) ? null : id };
    case 'week':
      return { text: weekText(id), id };
    case 'person':
      return { text: id === accountId ? 'you' : 'someone', id: null };
    case 'stripe':
      return { text: AT_STRIPE.find(([start]) => start.test(id))?.[1] ?? 'a message', id: null };
    default:
      return { text: NAMES[kind], id: null };
  }
}

@Routes('account', 'api/user/timeline', { who: 'signedIn' })
export class TimelineController {
  constructor(private readonly timeline: OwnTimeline) {}

  @Route('GET', '', {
    limit: 'timeline',
    summary: 'What the log knows about you, newest first; the next page is in the Link header.',
    description: 'The events of the timeline in the export, as sentences; without what the inbox shows.',
    answer: pageOf(TimelineLine),
  })
  async ownTimeline(
    @Query() { cursor }: PageRequest,
    @CurrentAccount() { id }: Account,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly TimelineLine[]> {
    return this.timeline.page(reply, '/api/user/timeline', cursor, id);
  }
}

/** What happened to a post, for its owner. */
@Routes('posts', 'api/posts', { who: 'signedIn' })
export class PostHistoryController {
  constructor(
    private readonly timeline: OwnTimeline,
    private readonly leaderboard: LeaderboardReader,
  ) {}

  @Route('GET', ':id/history', {
    limit: 'timeline',
    summary: 'What happened to your post, newest first; the next page is in the Link header.',
    description: 'The events of your timeline that are about the post and its photo.',
    answer: pageOf(TimelineLine),
    errors: { 404: 'There is no such post, or it is not yours.' },
  })
  async postHistory(
    @PostId() id: string,
    @Query() { cursor }: PageRequest,
    @CurrentAccount() account: Account,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly TimelineLine[]> {
    const postId = id.toLowerCase();
    const post = await this.leaderboard.facts(postId);
    if (post?.ownerId !== account.id || post.isEscalated) throw postNotFound();
    return this.timeline.page(reply, `/api/posts/${postId}/history`, cursor, account.id, postId);
  }
}
