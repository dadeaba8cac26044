import { projection } from '../projection.js';

/** An appeal, under the id of the act. Its text is in its stream only. */
export interface AppealDocument {
  readonly postId: string;
  readonly ownerId: string;
  /** The admin who decided what is appealed; null if software did. */
  readonly actBy: string | null;
  readonly isOpen: boolean;
  /** ISO 8601. */
  readonly filedAt: string;
}

export const appeals = projection<AppealDocument>({
  name: 'appeals',
  version: 1,
  indexes: [{ fields: { isOpen: 1, filedAt: 1 } }],
  on: {
    AppealFiled: {
      ids: ({ data }) => [data.actId],
      fold: (_, { data: { postId, ownerId, actBy }, metadata }) => ({
        postId,
        ownerId,
        actBy,
        isOpen: true,
        filedAt: metadata.at,
      }),
    },
    AppealDecided: {
      ids: ({ data }) => [data.actId],
      fold: (filed) => filed && { ...filed, isOpen: false },
    },
  },
});
