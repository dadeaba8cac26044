import { Injectable } from '@nestjs/common';
import { type ReasonCode, REASONS } from '../../domain/moderation/reasons.js';
import type { ProfilePart } from '../../domain/account/account-state.js';
import { rowOf } from '../../domain/acts/acts.js';
import { Comment } from '../../domain/comment/comment.js';
import { Photo } from '../../domain/photo/photo.js';
import { Post } from '../../domain/post/post.js';
import { Clock } from '../../kernel/clock.js';
import type { Stored } from '../../kernel/document-store.js';
import { States } from '../../kernel/states.js';
import { unlessUndecodable, unreadable } from '../../kernel/undecodable.js';
import { PeopleReader } from '../../projections/accounts/people.js';
import { ActsReader } from '../../projections/acts.js';
import { adminPictureUrl } from '../../projections/moderated-posts.js';
import {
  type ReviewDocument,
  type WaitingReport,
  dueAfter,
  weightOf,
  ReviewQueueReader,
} from '../../projections/moderation/review-queue.js';
import { TrustFactsReader } from '../../projections/moderation/trust-facts.js';
import { ReportsReader } from '../../projections/reports.js';
import { Accounts } from '../http/accounts.js';
import { type AdminUser, Admins } from '../http/admins.js';
import { forAdmins } from '../http/picture-address.js';
import { RemovedPictures } from './removed-pictures.service.js';
import type {
  DecidedBefore,
  ReviewedPerson,
  ReviewedProfile,
  ReviewItem,
  ReviewReason,
} from './reviews.contract.js';

/** How many reports of one subject are shown, and how many decisions about a person. */
const MOST_SHOWN = 50;
const MOST_DECISIONS = 3;

type Viewer = Pick<AdminUser, 'id' | 'role' | 'accountIds'>;

/** Shows what is in the review queue to admins: with owners, verdicts, reports and who has claimed it. */
@Injectable()
export class ReviewItems {
  constructor(
    private readonly queue: ReviewQueueReader,
    private readonly reports: ReportsReader,
    private readonly accounts: Accounts,
    private readonly people: PeopleReader,
    private readonly trust: TrustFactsReader,
    private readonly acts: ActsReader,
    private readonly states: States,
    private readonly admins: Admins,
    private readonly removed: RemovedPictures,
    private readonly clock: Clock,
  ) {}

  /** What is or was in the queue, with its reports and what is known of its owner; null if it does not exist. */
  async one(subjectId: string, admin: Viewer): Promise<ReviewItem | null> {
    const found = await this.queue.one(subjectId);
    const [item] = found ? await this.shown([found], admin) : [];
    if (!found || !item || item.unreadable !== null) return item ?? null;
    const [all, person] = await Promise.all([this.reports.on(subjectId), this.person(found.ownerId)]);
    const pending = all.filter(({ status }) => status === 'pending').slice(0, MOST_SHOWN);
    const people = await this.people.byIds(pending.map(({ reporterId }) => reporterId));
    const reports = pending.map(({ _id: reportId, reporterId, category, reason, reportedAt: at }) => ({
      id: reportId,
      userId: reporterId,
      username: people.get(reporterId)?.username ?? null,
      category,
      reason,
      at,
    }));
    return { ...item, person, reports };
  }

  private async person(accountId: string): Promise<ReviewedPerson | null> {
    const [account, facts] = await Promise.all([this.accounts.state(accountId), this.trust.one(accountId)]);
    if (!account) return null;
    const actIds = (facts?.decisions ?? []).slice(-MOST_DECISIONS).map(({ actId }) => actId);
    const acts = await this.acts.byIds(actIds);
    const decisions = actIds.toReversed().flatMap((actId): DecidedBefore[] => {
      const act = acts.get(actId);
      return act ? [{ name: rowOf(act.kind).name, reason: act.reason as ReasonCode | null, at: act.at }] : [];
    });
    return { registeredAt: account.createdAt, publicPosts: facts?.publicPosts ?? 0, decisions };
  }

  /** A part of the queue as `admin` sees them. */
  async shown(posts: readonly Stored<ReviewDocument>[], admin: Viewer): Promise<readonly ReviewItem[]> {
    const people = await this.people.byIds(posts.map(({ ownerId }) => ownerId));
    const items = await Promise.all(
      posts.map((waiting) => {
        const { username = null } = people.get(waiting.ownerId) ?? {};
        return unlessUndecodable(this.read(waiting, admin, username), (event) =>
          quarantined(waiting, unreadable(event)),
        );
      }),
    );
    return items.filter((item) => item !== null);
  }

  private async profile(accountId: string): Promise<ReviewedProfile | null> {
    const [user, state] = await Promise.all([this.accounts.user(accountId), this.accounts.state(accountId)]);
    if (!user || !state) return null;
    const { displayUsername, bio, socialLinks, profilePictureUrl: url, withheld } = user;
    const open = <Value>(of: ProfilePart, value: Value) =>
      withheld.some(({ part }) => part === of) ? null : value;
    return {
      displayUsername: open('name', displayUsername),
      bio: open('bio', bio),
      socialLinks: open('links', socialLinks),
      profilePictureUrl: open('picture', forAdmins(url)),
      profileChangedAt: state.profileChangedAt,
      withheld,
    };
  }

  private async read(
    waiting: Stored<ReviewDocument>,
    admin: Viewer,
    username: string | null,
  ): Promise<ReviewItem | null> {
    const { _id: id, subject, postId, ownerId, isOpen, harm, reach, standing, since, dueAt, claim } = waiting;
    const [{ isPublic, legalHold, check }, { admitted }, { posted, hiddenBy }, profile] = await Promise.all([
      this.states.of(Post, postId ?? ''),
      this.states.of(Photo, subject === 'post' ? id : ''),
      this.states.of(Comment, subject === 'comment' ? id : ''),
      subject === 'profile' ? this.profile(id) : null,
    ]);
    // The queue may be behind.
    if (legalHold !== null) return null;
    const now = this.clock.now().toISOString();
    const current = claim && claim.until > now ? claim : null;
    const reporters = waiting.reports.map(({ reporterId }) => reporterId);
    return {
      id,
      subject,
      postId,
      ownerId,
      username,
      imageUrl: subject === 'post' ? adminPictureUrl(id, 640) : null,
      text: posted?.text ?? null,
      profile,
      reports: [],
      person: null,
      thumbhash: admitted?.picture.thumbhash ?? null,
      isPublic: subject === 'profile' || (isPublic && hiddenBy === null),
      isInCheck: subject === 'post' && check !== null,
      isOpen,
      reasons: reasonsOf(waiting),
      harm,
      reach,
      standing,
      verdict: admitted?.verdict ?? null,
      score: admitted?.rating?.score ?? null,
      comment: admitted?.rating?.comment ?? null,
      model: admitted?.judgedBy.model ?? null,
      promptVersion: admitted?.judgedBy.promptVersion ?? null,
      copyOf: admitted?.resembles ? await this.removed.of(admitted.resembles, admin) : null,
      since,
      dueAt,
      isOverdue: dueAt !== null && dueAt < now,
      claimedUntil: current?.until ?? null,
      claimedBy: current && (await this.admins.nameOf(current.adminId)),
      isMine: current?.adminId === admin.id,
      isOwn: [ownerId, ...reporters].some((accountId) => admin.accountIds.includes(accountId)),
      unreadable: null,
    };
  }
}

/** What can't be read. It may be under legal hold, so nothing of it is shown. */
function quarantined(
  { _id: id, subject, postId, ownerId, isOpen }: Stored<ReviewDocument>,
  words: string,
): ReviewItem {
  return {
    id,
    subject,
    postId,
    ownerId,
    username: null,
    imageUrl: subject === 'post' ? adminPictureUrl(id, 640) : null,
    text: null,
    profile: null,
    reports: [],
    person: null,
    thumbhash: null,
    isPublic: false,
    isInCheck: false,
    isOpen,
    reasons: [],
    harm: 0,
    reach: 0,
    standing: null,
    verdict: null,
    score: null,
    comment: null,
    model: null,
    promptVersion: null,
    copyOf: null,
    since: null,
    dueAt: null,
    isOverdue: false,
    claimedBy: null,
    claimedUntil: null,
    isMine: false,
    isOwn: false,
    unreadable: words,
  };
}

function reasonsOf(waiting: ReviewDocument): readonly ReviewReason[] {
  const { waits, review, flags, reports, others, publishedAt } = waiting;
  const dueAt = dueAfter(publishedAt, weightOf(review).targetHours);
  const atPublication = { category: null, reports: 0, at: publishedAt, dueAt };
  const flagged = flags.map((text) => ({ ...atPublication, source: 'flag', text }));
  const byOwner = {
    ...atPublication,
    source: review === 'after' ? 'new owner' : 'owner under strikes',
    text: null,
  };
  const own = waits ? (flagged.length > 0 ? flagged : [byOwner]) : [];
  const { pending = 0, at = '', dueAt: due = '' } = others ?? {};
  const further = { source: 'report', text: null, category: null, reports: pending, at, dueAt: due };
  const listed = reported(reports.filter(({ isPending }) => isPending));
  return [...own, ...listed, ...(pending > 0 ? [further] : [])] as readonly ReviewReason[];
}

/** The reports, by category. */
function reported(reports: readonly WaitingReport[]) {
  const categories = new Map<ReasonCode, WaitingReport[]>();
  for (const report of reports) {
    categories.set(report.category, [...(categories.get(report.category) ?? []), report]);
  }
  return [...categories].map(([category, some]) => {
    const at = some.map((one) => one.at).toSorted()[0] ?? '';
    const dueAt = dueAfter(at, REASONS[category].targetHours);
    return { source: 'report', text: null, category, reports: some.length, at, dueAt };
  });
}
