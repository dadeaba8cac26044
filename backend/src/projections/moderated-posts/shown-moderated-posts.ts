import { Flag, Id, List, Maybe, OneOf, Part, Text, When, Whole } from '../../contract/fields.js';
import { POST_STATUSES, type PostStatus } from '../../domain/post/post-moderation.js';
import type { Stored } from '../../kernel/document-store.js';
import type { PublicPerson } from '../accounts/people.js';
import type { LeaderboardDocument } from '../leaderboard/leaderboard.js';
import { type Notes, PostDecision, decisionOn } from '../leaderboard/shown-posts.js';
import { shownAiScore, shownAverage } from '../leaderboard/scores.js';
import type { ModeratedPostDocument } from './moderated-posts.js';

/** What is joined to a post for admins. */
export interface Joined {
  /** Null while the account does not exist, or no longer. */
  readonly author: PublicPerson | null;
  readonly figures: Stored<LeaderboardDocument> | null;
  readonly notes: Notes;
}

/** The address of a picture for admins: their cookie is not sent elsewhere. */
export function adminPictureUrl(photoId: string, width: 640 | 1280 = 1280): string {
  return `/api/rtm-sys/pictures/${photoId}/${width}.webp`;
}

export class AdminPost {
  @Id() readonly id: string;
  @Text('The 1280 pixel rendition; 640.webp and 320.webp are beside it.') readonly imageUrl: string;
  @Text('A placeholder of about 25 bytes, base64.') readonly thumbhash: string;
  @Whole() readonly width: number;
  @Whole() readonly height: number;
  @Id() readonly ownerId: string;
  @Maybe(Text, 'Null once the account is deleted.') readonly username: string | null;
  @Maybe(Text) readonly displayUsername: string | null;
  @OneOf(POST_STATUSES, 'A pending post may be public; only owners see an escalated one.')
  readonly status: PostStatus;
  @Flag('Whether all visitors see it.') readonly isPublic: boolean;
  @Flag('Whether an admin approved it.') readonly isModerated: boolean;
  @Flag() readonly isRemoved: boolean;
  @Flag('Whether it was deleted under legal hold: its files are kept.') readonly isDeleted: boolean;
  @List(Text, 'What the check noticed about the photo.') readonly moderationFlags: readonly string[];
  @Whole('How many reports wait for a decision.') readonly openReports: number;
  @Maybe(Part(() => PostDecision), 'Why it is hidden or removed.') readonly decision: PostDecision | null;
  @Text({ about: 'One decimal; "0.0" without any rating.', example: '7.4' }) readonly averageRating: string;
  @Maybe(Text, { example: '7.4' }) readonly aiScore: string | null;
  @Whole() readonly ratingsCount: number;
  @Whole() readonly likesCount: number;
  @Whole() readonly commentsCount: number;
  @When() readonly createdAt: string;
  @Text({ about: 'ISO week.', example: '2026-W47' }) readonly week: string;

  constructor(post: Stored<ModeratedPostDocument>, { author, figures, notes }: Joined) {
    this.id = post._id;
    this.imageUrl = adminPictureUrl(post._id);
    this.thumbhash = post.picture.thumbhash;
    this.width = post.picture.width;
    this.height = post.picture.height;
    this.ownerId = post.ownerId;
    this.username = author?.username ?? null;
    this.displayUsername = author?.displayUsername ?? null;
    this.status = post.status;
    this.isPublic = post.isPublic;
    this.isModerated = post.moderation.isModerated;
    this.isRemoved = post.moderation.isRemoved;
    this.isDeleted = post.isDeleted;
    this.moderationFlags = post.moderationFlags;
    this.openReports = post.openReports;
    this.decision = decisionOn(post.moderation, notes);
    this.averageRating = figures ? shownAverage(figures) : '0.0';
    this.aiScore = figures && shownAiScore(figures);
    this.ratingsCount = figures?.voteCount ?? 0;
    this.likesCount = figures?.likesCount ?? 0;
    this.commentsCount = figures?.commentsCount ?? 0;
    this.createdAt = post.publishedAt;
    this.week = post.week;
  }
}
