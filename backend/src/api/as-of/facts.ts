import type { TrailKind } from '../../domain/trail/trail.js';
import { REASONS } from '../../domain/moderation/reasons.js';
import { type LeaderboardDocument, leaderboard } from '../../projections/leaderboard/leaderboard.js';
import { scoresOf, shownAiScore, shownAverage } from '../../projections/leaderboard/scores.js';
import { type ModeratedPostDocument, moderatedPosts } from '../../projections/moderated-posts.js';
import { type ReportDocument, reports } from '../../projections/reports.js';
import {
  standings,
  type StandingDocument,
  weekly,
  type WeeklyDocument,
} from '../../projections/weekly/weekly.js';
import { written } from '../../domain/money.js';
import { valueText } from '../../domain/trail/value-text.js';
import { type AccountDocument, shownReason, accounts } from '../../projections/accounts/accounts.js';
import { type PaymentDocument, payments } from '../../projections/payments/payments.js';
import { maskedEmail } from '../http/email-address.js';
import type { AuditViewer } from '../../projections/audit/audit.reader.js';
import { type AsOfKind, type Documents, documentIn, documentsIn } from './past-subjects.service.js';

/** What a fact says: words, a time in ISO 8601, or the id of something, whose name is looked up. */
export type FactValue =
  | { readonly text: string }
  | { readonly time: string }
  | { readonly kind: TrailKind | 'admin'; readonly id: string };

/** The facts of a document by their names, in the order in which they are shown. Null: nothing to say. */
export type Facts = Readonly<Record<string, FactValue | null>>;

const text = (value: string | number | null): FactValue | null =>
  value === null || value === '' ? null : { text: String(value) };

/** A code, such as `partly refunded` or `charged-back`, as words. */
const words = (code: string | null): FactValue | null => text(code?.replaceAll('-', ' ') ?? null);

const time = (at: string | null): FactValue | null => (at === null ? null : { time: at });

const thing = (kind: TrailKind, id: string | null): FactValue | null => (id === null ? null : { kind, id });

const yesOrNo = (value: boolean): FactValue => ({ text: value ? 'yes' : 'no' });

/** How many ranks of a week are shown. */
const SHOWN_RANKS = 25;

/** @param isOwner whether legal holds are shown, which only owners of the back office see */
function factsOfPost(
  post: LeaderboardDocument,
  moderated: ModeratedPostDocument | null,
  isOwner: boolean,
): Facts {
  const { isHidden, isRemoved, isHeld, cause } = post.moderation;
  return {
    Owner: thing('person', post.ownerId),
    Published: time(post.publishedAt),
    Week: thing('week', post.week),
    Public: yesOrNo(post.isPublic),
    'Waits for a review': yesOrNo(isHeld),
    'Hidden until an admin has looked': yesOrNo(post.checkedSince !== null),
    Hidden: yesOrNo(isHidden),
    Removed: yesOrNo(isRemoved),
    'Reason of the decision': text(cause && REASONS[cause.reason].label),
    Decided: time(cause?.at ?? null),
    ...(isOwner && { 'Under legal hold': yesOrNo(post.isEscalated) }),
    Flags: text(post.moderationFlags.join(', ')),
    'Open reports': text(moderated?.openReports ?? 0),
    Average: text(shownAverage(post)),
    'AI score': text(shownAiScore(post)),
    Votes: text(post.voteCount),
    Likes: text(post.likesCount),
    Comments: text(post.commentsCount),
    'Group on the board': words(post.tier),
    'Boost ends': time(post.boostEndsAt),
  };
}

function factsOfReport(report: ReportDocument): Facts {
  const { decision, notes } = report;
  return {
    Post: thing('post', report.postId),
    Comment: thing('comment', report.subject === 'comment' ? report.subjectId : null),
    Owner: thing('person', report.ownerId),
    Reporter: thing('person', report.reporterId),
    Reported: time(report.reportedAt),
    Category: text(REASONS[report.category].label),
    'In their words': text(report.reason),
    State: words(report.status),
    'Earlier reports': text(report.earlier),
    'Works on it': thing('admin', report.assigneeId),
    Notes: text(notes.map((note) => note.text ?? '…').join(' · ')),
    Decided: time(decision?.at ?? null),
    'Decided by': thing('admin', decision?.adminId ?? null),
    'Note for the reporter': text(decision?.note ?? null),
  };
}

/** @param hidden the posts whose ranks are left out */
function factsOfWeek(
  week: WeeklyDocument | null,
  posts: readonly StandingDocument[],
  hidden: ReadonlySet<string>,
): Facts {
  const ranked = posts
    .flatMap(({ closing, standing, aiTenths }) =>
      week !== null && closing === week.closing && standing ? [{ ...standing, aiTenths }] : [],
    )
    .filter(({ postId }) => !hidden.has(postId))
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, SHOWN_RANKS);
  const ranks = ranked.flatMap(({ rank, postId, aiTenths, ...standing }): [string, FactValue | null][] => [
    [`Rank ${rank}`, thing('post', postId)],
    [`Average of rank ${rank}`, text(shownAverage(scoresOf(standing, aiTenths)))],
  ]);
  return {
    State: text(week ? 'closed' : 'open'),
    Starts: time(week?.startsAt ?? null),
    Ends: time(week?.endsAt ?? null),
    'Posts published': text(posts.filter(({ publishedAt }) => publishedAt !== '').length),
    Ranks: text(week?.ranks ?? null),
    ...Object.fromEntries(ranks),
  };
}

/** Moderators see profile and sanctions, as in the audit trail. */
function factsOfPerson(account: AccountDocument, isOwner: boolean): Facts {
  const { suspensions, socialLinks, notifications, emailWeekly } = account;
  const wanted = Object.entries(notifications).flatMap(([name, isWanted]) => (isWanted ? [name] : []));
  return {
    'Anonymous name': text(account.username),
    'Display name': text(account.displayUsername),
    Bio: text(account.bio),
    Links: text(Object.values(socialLinks ?? {}).join(', ')),
    'Profile picture': yesOrNo(account.profilePictureUrl !== null),
    Withheld: text(account.withheld.flatMap(({ parts }) => parts).join(', ')),
    Strikes: text(account.strikes),
    Suspensions: text(suspensions.map(shownReason).join(' · ')),
    'Suspended until': suspendedUntil(suspensions),
    ...(isOwner && {
      Registered: time(account.createdAt),
      Email: text(maskedEmail(account.email)),
      'Email verified': yesOrNo(account.verifiedAt !== null),
      'Link to the back office': yesOrNo(account.isAdmin),
      'Optional mails': text(wanted.join(', ')),
      'Mails about posts': text(emailWeekly ? 'once a week' : 'as it happens'),
      'Deletion is due': time(account.deletionDueAt),
    }),
  };
}

/** When the last suspension ends. */
function suspendedUntil(suspensions: AccountDocument['suspensions']): FactValue | null {
  if (suspensions.some(({ endsAt }) => endsAt === null)) return text('it is lifted');
  return time(
    suspensions
      .map(({ endsAt }) => endsAt)
      .toSorted()
      .at(-1) ?? null,
  );
}

function factsOfPayment(payment: PaymentDocument): Facts {
  const { price, refunded, disputes } = payment;
  return {
    'Paid by': thing('person', payment.userId),
    For: words(payment.boostType === null ? payment.kind : `${payment.boostType} ${payment.kind}`),
    Price: text(written(price)),
    State: words(payment.state),
    'Needs an admin': yesOrNo(payment.needsAdmin),
    Started: time(payment.startedAt),
    Paid: time(payment.paidAt),
    'Checkout ends': time(payment.checkoutEndsAt),
    Refunded: text(written({ ...price, amount: refunded })),
    'Request for a refund': words(payment.refundRequest),
    'Problem with the refund': text(payment.refundProblem),
    Parked: text(payment.parked),
    Settled: words(payment.settled),
    Disputes: text(
      Object.entries(disputes)
        .map(([id, state]) => `${id}: ${state}`)
        .join(', '),
    ),
    'Warnings of fraud': text(payment.warnings),
    'Checkout session': thing('stripe', payment.sessionId),
    PaymentIntent: thing('stripe', payment.paymentIntentId),
    ...factsOfBoost(payment),
  };
}

export function factsOfBoost({ boost }: PaymentDocument): Facts {
  if (!boost) return {};
  return {
    Boost: words(boost.is),
    'On the post': thing('post', boost.postId),
    Granted: time(boost.grantedAt),
    Applied: time(boost.appliedAt),
    'Boost ends': time(boost.expiresAt),
    'Time left': text(boost.remainingMs === 0 ? null : valueText(boost.remainingMs, 'duration')),
    'Rank before': text(boost.rank?.before ?? null),
    'Rank after': text(boost.rank?.after ?? null),
    'Notified of its end': yesOrNo(boost.isNotified),
  };
}

/** The facts of a subject; null if it does not exist. */
export function factsIn(kind: AsOfKind, id: string, documents: Documents, viewer: AuditViewer): Facts | null {
  const isOwner = viewer.role === 'owner';
  switch (kind) {
    case 'post': {
      const post = documentIn(documents, leaderboard, id);
      return post && factsOfPost(post, documentIn(documents, moderatedPosts, id), isOwner);
    }
    case 'person': {
      const account = documentIn(documents, accounts, id);
      return account && factsOfPerson(account, isOwner);
    }
    case 'payment': {
      const payment = documentIn(documents, payments, id);
      return payment && factsOfPayment(payment);
    }
    case 'boost': {
      const payment = documentIn(documents, payments, id);
      return payment?.boost ? factsOfBoost(payment) : null;
    }
    case 'report': {
      const report = documentIn(documents, reports, id);
      return report && factsOfReport(report);
    }
    case 'week': {
      const posts = documentsIn(documents, standings);
      const week = documentIn(documents, weekly, id);
      return week || posts.length > 0 ? factsOfWeek(week, posts, viewer.hidden) : null;
    }
  }
}
