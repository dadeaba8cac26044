import { REASONS } from '../../domain/moderation/reasons.js';
import type { LeaderboardDocument } from '../../projections/leaderboard/leaderboard.js';
import { scoresOf, shownAiScore, shownAverage } from '../../projections/leaderboard/scores.js';
import type { ModeratedPostDocument } from '../../projections/moderated-posts.js';
import type { ReportDocument } from '../../projections/reports.js';
import type { StandingDocument, WeeklyDocument } from '../../projections/weekly/weekly.js';
import { type FactValue, type Facts, text, thing, time, words, yesOrNo } from './fact-values.js';

/** How many ranks of a week are shown. */
const SHOWN_RANKS = 25;

/** @param isOwner whether legal holds are shown, which only owners of the back office see */
export function factsOfPost(
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

export function factsOfReport(report: ReportDocument): Facts {
  const { decision, notes } = report;
  return {
    Post: thing('post', report.postId),
    'Owner of the post': thing('person', report.ownerId),
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
export function factsOfWeek(
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
