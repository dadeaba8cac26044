import { projection } from '../projection.js';

/** The AI score of a post, kept after the post is deleted: standings of closed weeks contain it in their sums. */
export interface AiScoreDocument {
  readonly postId: string;
  readonly aiTenths: number;
}

/** Posts that were published without an AI score have no document. */
export const aiScores = projection<AiScoreDocument>({
  name: 'ai-scores',
  version: 1,
  indexes: [],
  tellsOf: ({ postId }) => [`post-${postId}`],
  on: {
    PostPublished: {
      ids: ({ data }) => (data.rating ? [data.postId] : []),
      fold: (_, { data: { postId, rating } }) =>
        rating && { postId, aiTenths: Math.round(rating.score * 10) },
    },
  },
});
