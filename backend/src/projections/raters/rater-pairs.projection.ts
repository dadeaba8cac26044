import { projection } from '../projection.js';
import { SUSPICION } from './raters.projection.js';

/** The ratings that one person gave the posts of another, under `{from}>{to}`. */
export interface RaterPairDocument {
  readonly from: string;
  readonly to: string;
  readonly count: number;
  readonly sum: number;
  /** Whether `from` rated `to` high, several times: such pairs form rings. */
  readonly isHigh: boolean;
}

export const raterPairs = projection<RaterPairDocument>({
  name: 'rater-pairs',
  version: 1,
  indexes: [{ fields: { isHigh: 1 } }, { fields: { from: 1, count: -1 } }],
  on: {
    Rated: {
      ids: ({ data: { userId, ownerId } }) => [`${userId}>${ownerId}`],
      fold: (pair, { data: { userId, ownerId, score } }) => {
        const count = (pair?.count ?? 0) + 1;
        const sum = (pair?.sum ?? 0) + score;
        const { ratings, average } = SUSPICION.ring;
        return { from: userId, to: ownerId, count, sum, isHigh: count >= ratings && sum >= average * count };
      },
    },
  },
});
