import { Flag, Id, Maybe, OneOf, Text, Whole } from '../../contract/fields.js';
import type { Standing } from '../../domain/week/week.js';
import type { Stored } from '../../kernel/document-store.js';
import type { PublicPerson } from '../accounts/people.js';
import type { LeaderboardDocument } from '../leaderboard/leaderboard.js';
import { type Scores, shownAiScore, shownAverage } from '../leaderboard/scores.js';
import { Post } from '../leaderboard/shown-posts.js';
import { imageUrlOf } from '../photos/rating-result.js';

/** A post with its rank on the board of a week. In a closed week, average and votes are those of its end. */
export class RankedPost extends Post {
  @Whole({ min: 1, about: 'The rank on the board of the week.' }) readonly rank: number;
  @OneOf([false]) readonly removed = false as const;

  /**
   * @param now the time (ISO 8601) at which its boost is shown
   * @param scores those at the end of a closed week; of the post itself in the running week
   */
  constructor(
    post: Stored<LeaderboardDocument>,
    author: PublicPerson | undefined,
    rank: number,
    now: string,
    scores: Scores = post,
  ) {
    super({ ...post, ...scores }, author, now);
    this.rank = rank;
  }
}

/** The scores of a post at the end of a week. */
abstract class FinalScores {
  @Text({ about: 'The average at the end of the week, one decimal.', example: '7.4' })
  readonly averageRating: string;
  @Whole('The number of people who had rated it at the end of the week.') readonly ratingsCount: number;
  @Maybe(Text, 'The AI score, one decimal; null if it had none.') readonly aiScore: string | null;

  constructor(scores: Scores) {
    this.averageRating = shownAverage(scores);
    this.ratingsCount = scores.voteCount;
    this.aiScore = shownAiScore(scores);
  }
}

/** The rank of a post that was deleted, or whose owner was. Nothing else of them is shown. */
export class RemovedPost extends FinalScores {
  @Id() readonly id: string;
  @Whole({ min: 1, about: 'The rank on the board of the week.' }) readonly rank: number;
  @OneOf([true]) readonly removed = true as const;

  constructor(standing: Standing, scores: Scores) {
    super(scores);
    this.id = standing.postId;
    this.rank = standing.rank;
  }
}

/** One of the first three of a closed week. Of a deleted post, only the rank remains. */
export class Winner extends FinalScores {
  @Whole({ min: 1, max: 3 }) readonly rank: number;
  @Id() readonly postId: string;
  @Flag('Whether the post was deleted; then all fields below are null.') readonly removed: boolean;
  @Maybe(Id) readonly userId: string | null;
  @Maybe(Text) readonly username: string | null;
  @Maybe(Text) readonly displayUsername: string | null;
  @Maybe(Text) readonly profilePictureUrl: string | null;
  @Maybe(Text, 'The 1280 pixel rendition.') readonly imageUrl: string | null;
  @Maybe(Text, 'A placeholder of about 25 bytes, base64.') readonly thumbhash: string | null;
  @Maybe(Whole, 'Of the largest rendition, in pixels.') readonly width: number | null;
  @Maybe(Whole, 'Of the largest rendition, in pixels.') readonly height: number | null;

  /** @param shown the post and its author, if both exist and are public */
  constructor(
    standing: Standing,
    scores: Scores,
    shown: { post: Stored<LeaderboardDocument>; author: PublicPerson } | null,
  ) {
    super(scores);
    this.rank = standing.rank;
    this.postId = standing.postId;
    this.removed = shown === null;
    this.userId = shown?.post.ownerId ?? null;
    this.username = shown?.author.username ?? null;
    this.displayUsername = shown?.author.displayUsername ?? null;
    this.profilePictureUrl = shown?.author.profilePictureUrl ?? null;
    this.imageUrl = shown ? imageUrlOf(shown.post._id) : null;
    this.thumbhash = shown?.post.picture.thumbhash ?? null;
    this.width = shown?.post.picture.width ?? null;
    this.height = shown?.post.picture.height ?? null;
  }
}
