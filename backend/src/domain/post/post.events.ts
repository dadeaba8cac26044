import type { Catalogue } from '../../kernel/event.js';
import type { CategoryScores, Picture } from '../photo/photo.events.js';

export interface PostEvents {
  /** A photo went onto the board, or, when it has to be looked at first, into the queue for review. */
  PostPublished: {
    /** The id of its photo too: a photo goes onto the board once. */
    postId: string;
    ownerId: string;
    picture: Picture;
    /** The rating it brings along; null for a post without one. */
    rating: { scores: CategoryScores; score: number; comment: string } | null;
    /** False until somebody has approved it. */
    isPublic: boolean;
    moderationFlags: readonly string[];
    publishedAt: string;
    /** The ISO week that it competes in, e.g. `2026-W47`, by the time zone of that day. */
    week: string;
  };
  /** The post is gone for good, with its picture. */
  PostDeleted: {
    postId: string;
    ownerId: string;
    imageHash: string;
    because: 'owner' | 'account deleted';
  };
}

export const postEvents: Catalogue<PostEvents> = {
  PostPublished: { version: 1 },
  PostDeleted: { version: 1 },
};
