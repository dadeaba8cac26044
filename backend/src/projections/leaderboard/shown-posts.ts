import { Flag, Id, List, Maybe, OneOf, Optional, Part, Text, When, Whole } from '../../contract/fields.js';
import type { BoostType } from '../../domain/boosts/boost-facts.js';
import { REASONS, REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import type { PostCause, PostModeration } from '../../domain/post/post-moderation.js';
import type { Stored } from '../../kernel/document-store.js';
import { type PublicPerson, SocialLinks } from '../accounts/people.js';
import { RatingResult, ScoreSheet, imageUrlOf } from '../photos/rating-result.js';
import type { LeaderboardDocument } from './leaderboard.js';
import { boostAt } from './post-boosts.js';
import { shownAiScore, shownAverage } from './scores.js';

/** Why a post is hidden or removed, for its owner. */
export class PostDecision {
  @Id() readonly actId: string;
  @OneOf(['hidden', 'removed']) readonly kind: PostCause['kind'];
  @OneOf(REASON_CODES) readonly reason: ReasonCode;
  @Text('The reason in words.') readonly label: string;
  @Whole('The section of the Terms of Service that has the rule.') readonly section: number;
  @Text('What the moderator wrote; empty if nothing.') readonly note: string;
  @When() readonly decidedAt: string;

  constructor({ actId, kind, reason, at }: PostCause, note: string) {
    this.actId = actId;
    this.kind = kind;
    this.reason = reason;
    this.label = REASONS[reason].label;
    this.section = REASONS[reason].section;
    this.note = note;
    this.decidedAt = at;
  }
}

/** The notes of acts, by the id of the act. */
export type Notes = ReadonlyMap<string, { readonly note: string | null }>;

/** Why a post is hidden or removed; null if it is neither. */
export function decisionOn({ cause }: PostModeration, notes: Notes): PostDecision | null {
  return cause && new PostDecision(cause, notes.get(cause.actId)?.note ?? '');
}

const NO_NOTES: Notes = new Map();

/** Whether a person may see a post; `viewerId` is null for visitors. */
export function isVisibleTo(
  { isPublic, isEscalated, ownerId }: Pick<LeaderboardDocument, 'isPublic' | 'isEscalated' | 'ownerId'>,
  viewerId: string | null,
): boolean {
  return isPublic || (ownerId === viewerId && !isEscalated);
}

const Average = () =>
  Text({
    about: 'The average of the AI score and all ratings, one decimal; "0.0" without any.',
    example: '7.4',
  });
const Raters = () => Whole('The number of people who rated the post.');

/** What every list shows of a post: its picture, its figures, its boost. */
export abstract class ListedPost {
  @Id() readonly id: string;
  @Text('The 1280 pixel rendition; 640.webp and 320.webp are beside it.') readonly imageUrl: string;
  @Text('A placeholder of about 25 bytes, base64.') readonly thumbhash: string;
  @Whole('Of the largest rendition, in pixels.') readonly width: number;
  @Whole('Of the largest rendition, in pixels.') readonly height: number;
  @Maybe(Text, {
    example: '7.4',
    about: 'The AI score, one decimal; null for a post that was published without one.',
  })
  readonly aiScore: string | null;
  @Whole() readonly likesCount: number;
  @Whole() readonly commentsCount: number;
  @Flag('Whether a boost lifts it on the board of all posts now.') readonly isBoosted: boolean;
  @Maybe(OneOf(['regular', 'mega'])) readonly boostType: BoostType | null;
  @When() readonly createdAt: string;

  /** @param now the time (ISO 8601) at which its boost is shown */
  constructor(post: Stored<LeaderboardDocument>, now: string) {
    this.id = post._id;
    this.imageUrl = imageUrlOf(post._id);
    this.thumbhash = post.picture.thumbhash;
    this.width = post.picture.width;
    this.height = post.picture.height;
    this.aiScore = shownAiScore(post);
    this.likesCount = post.likesCount;
    this.commentsCount = post.commentsCount;
    this.boostType = boostAt(post, now)?.boostType ?? null;
    this.isBoosted = this.boostType !== null;
    this.createdAt = post.publishedAt;
  }
}

/** A post as all users see it. */
export class Post extends ListedPost {
  @Optional(Id, 'Missing when the post is not linked to a profile.') readonly userId?: string;
  @Text() readonly imageHash: string;
  @Average() readonly averageRating: string;
  @Raters() readonly ratingsCount: number;
  @Text() readonly username: string;
  @Maybe(Text) readonly displayUsername: string | null;
  @Maybe(Text) readonly bio: string | null;
  @Maybe(Part(() => SocialLinks)) readonly socialLinks: SocialLinks | null;
  @Maybe(Text) readonly profilePictureUrl: string | null;
  @Flag() readonly isPublic: boolean;
  @Optional(Flag, 'While it is hidden until we have looked at it: only its owner sees it then.')
  readonly isInCheck?: boolean;
  @Flag() readonly isModerated: boolean;
  @List(Text, 'Why it waits for a review; empty for all users except its owner.')
  readonly moderationFlags: readonly string[];
  @Maybe(Part(() => PostDecision), 'Why an admin hid or removed it; only its owner gets this.')
  readonly decision: PostDecision | null;
  @Optional(Part(() => ScoreSheet), 'While its owner shows it to everyone. Lists do not have it.')
  readonly scoreSheet?: ScoreSheet;

  /**
   * @param notes what moderators wrote, for the owner of hidden posts
   * @param sheet if everyone may see it
   */
  constructor(
    post: Stored<LeaderboardDocument>,
    author: PublicPerson | undefined,
    now: string,
    notes: Notes = NO_NOTES,
    sheet: ScoreSheet | null = null,
  ) {
    super(post, now);
    if (author) this.userId = post.ownerId;
    this.imageHash = post.picture.imageHash;
    this.averageRating = shownAverage(post);
    this.ratingsCount = post.voteCount;
    this.username = author?.username ?? 'Anonymous';
    this.displayUsername = author?.displayUsername ?? null;
    this.bio = author?.bio ?? null;
    this.socialLinks = author?.socialLinks ?? null;
    this.profilePictureUrl = author?.profilePictureUrl ?? null;
    this.isPublic = post.isPublic;
    if (post.checkedSince !== null) this.isInCheck = true;
    this.isModerated = post.moderation.isModerated;
    this.moderationFlags = post.isPublic ? [] : post.moderationFlags;
    this.decision = decisionOn(post.moderation, notes);
    if (sheet) this.scoreSheet = sheet;
  }
}

/** A score sheet, for the owner of its post. */
export class OwnScoreSheet {
  @Flag('Whether everyone who sees the post sees it.') readonly isPublic!: boolean;
  @Maybe(Part(() => RatingResult), 'Null for a post that was published without a rating.')
  readonly sheet!: RatingResult | null;
}

/** A post on the board of all posts. */
export class BoardPost extends Post {
  @Optional(Whole, {
    min: 1,
    about:
      'Its rank by rating alone; missing for boosted posts, in searches and where the newest come first.',
  })
  readonly rank?: number;

  constructor(
    post: Stored<LeaderboardDocument>,
    author: PublicPerson | undefined,
    now: string,
    rank: number | undefined,
  ) {
    super(post, author, now);
    if (rank !== undefined) this.rank = rank;
  }
}

/** A post in its author's profile, as all users see it. */
export class ProfilePost extends ListedPost {
  @Average() readonly overallRating: string;
  @Raters() readonly ratingsCount: number;

  constructor(post: Stored<LeaderboardDocument>, now: string) {
    super(post, now);
    this.overallRating = shownAverage(post);
    this.ratingsCount = post.voteCount;
  }
}

/** A post in its author's own list, hidden or not. */
export class OwnPost extends ListedPost {
  @Average() readonly averageRating: string;
  @Raters() readonly voteCount: number;
  @Flag('False while only its author sees it.') readonly isPublic: boolean;
  @Optional(Flag, 'While it is hidden until we have looked at it.') readonly isInCheck?: boolean;
  @List(Text, 'Why it is hidden; empty if it is public.') readonly moderationFlags: readonly string[];
  @Maybe(Part(() => PostDecision), 'Why an admin hid or removed it.') readonly decision: PostDecision | null;

  constructor(post: Stored<LeaderboardDocument>, now: string, notes: Notes) {
    super(post, now);
    this.averageRating = shownAverage(post);
    this.voteCount = post.voteCount;
    this.isPublic = post.isPublic;
    if (post.checkedSince !== null) this.isInCheck = true;
    this.moderationFlags = post.isPublic ? [] : post.moderationFlags;
    this.decision = decisionOn(post.moderation, notes);
  }
}

/** The figures of a post that change while it is on the screen. */
export class LivePost {
  @Id() readonly id!: string;
  @Average() readonly averageRating!: string;
  @Raters() readonly ratingsCount!: number;
  @Whole() readonly likesCount!: number;
  @Whole() readonly commentsCount!: number;
  @Flag() readonly isBoosted!: boolean;
  @Maybe(OneOf(['regular', 'mega'])) readonly boostType!: BoostType | null;
}

/** @param now the time (ISO 8601) at which its boost is shown */
export function livePost(post: Stored<LeaderboardDocument>, now: string): LivePost {
  const { id, likesCount, commentsCount, isBoosted, boostType, overallRating, ratingsCount } =
    new ProfilePost(post, now);
  return { id, averageRating: overallRating, ratingsCount, likesCount, commentsCount, isBoosted, boostType };
}
