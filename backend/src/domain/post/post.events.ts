import type { Catalogue } from '../../kernel/event.js';
import type { Review } from '../moderation/publication.js';
import type { Standing } from '../moderation/standing.js';
import type { CategoryScores, Picture } from '../photo/photo.events.js';

export interface PostEvents {
  /** A photo was published on the board or, when it needs a review first, entered the review queue. */
  PostPublished: {
    /** The same id as its photo: a photo can be published once. */
    postId: string;
    ownerId: string;
    picture: Picture;
    /** The verdict that the AI gave the photo: AI score, category scores, comment. Null for a post without one. */
    rating: { scores: CategoryScores; score: number; comment: string } | null;
    /** False until a moderator has approved it. */
    isPublic: boolean;
    moderationFlags: readonly string[];
    /** The standing of its owner at that time. */
    standing: Standing;
    review: Review;
    publishedAt: string;
    /** The ISO week that it competes in, e.g. `2026-W47`, in the time zone configured at that time. */
    week: string;
  };
  /** The post and its picture were deleted permanently. */
  PostDeleted: {
    postId: string;
    ownerId: string;
    imageHash: string;
    /** `moderation`: it had been removed by an admin for some time. */
    because: 'owner' | 'account deleted' | 'moderation';
  };
}

export const postEvents: Catalogue<PostEvents> = {
  PostPublished: {
    version: 1,
    trail: {
      says: '{actor} published {postId} in {week} (AI score {rating.score?none}), {isPublic?visible to all:to be reviewed first}.',
      about: { postId: ['post', 'photo'], ownerId: 'person', week: 'week' },
    },
  },
  PostDeleted: {
    version: 1,
    trail: {
      says: '{actor} deleted {postId} and its picture for good ({because|words}).',
      about: { postId: ['post', 'photo'], ownerId: 'person' },
    },
  },
};
