import type { Appealed } from '../../domain/review/appeal.js';
import { projection } from '../projection.js';

/** Whether an appeal waits for a decision, and which it got. */
export const APPEAL_OUTCOMES = ['waiting', 'granted', 'rejected'] as const;
export type AppealOutcome = (typeof APPEAL_OUTCOMES)[number];

/** An appeal, under the id of the act. Its text is in its stream only. */
export interface AppealDocument {
  readonly about: Appealed;
  /** The post, or that of the comment or report; null for an account. */
  readonly postId: string | null;
  readonly ownerId: string;
  readonly outcome: AppealOutcome;
  /** ISO 8601. */
  readonly filedAt: string;
}

export const appeals = projection<AppealDocument>({
  name: 'appeals',
  version: 3,
  indexes: [
    { fields: { filedAt: 1 } },
    { fields: { outcome: 1, filedAt: 1 } },
    { fields: { about: 1, filedAt: 1 } },
    { fields: { ownerId: 1, filedAt: 1 } },
  ],
  on: {
    AppealFiled: {
      ids: ({ data }) => [data.actId],
      fold: (_, { data: { about, postId, ownerId }, metadata }) => ({
        about,
        postId,
        ownerId,
        outcome: 'waiting',
        filedAt: metadata.at,
      }),
    },
    AppealDecided: {
      ids: ({ data }) => [data.actId],
      fold: (filed, { data: { isGranted } }) =>
        filed && { ...filed, outcome: isGranted ? 'granted' : 'rejected' },
    },
  },
});
