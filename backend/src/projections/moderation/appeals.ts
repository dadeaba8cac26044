import { Injectable } from '@nestjs/common';
import type { Appealed } from '../../domain/review/appeal.js';
import { projection } from '../projection.js';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { type AdminList, adminCount, equal, filtered, leavingOut } from '../admin-list.js';

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

export const APPEAL_SORTS = ['createdAt', '-createdAt'] as const;

/** Which appeals a list shows; what is not given does not matter. */
export interface AppealFilters {
  readonly outcome?: AppealOutcome | undefined;
  readonly about?: Appealed | undefined;
  readonly ownerId?: string | undefined;
}

@Injectable()
export class AppealsReader {
  private readonly appeals: ViewReader<AppealDocument>;

  constructor(views: Views) {
    this.appeals = views.of(appeals);
  }

  list(
    { ownerId, outcome, about }: AppealFilters,
    sort: (typeof APPEAL_SORTS)[number],
  ): AdminList<AppealDocument> {
    return filtered(
      {
        name: 'appeals',
        view: this.appeals,
        sort: { field: 'filedAt', direction: sort === 'createdAt' ? 1 : -1, type: 'time' },
      },
      equal<AppealDocument>({ ownerId, outcome, about }),
    );
  }

  /** How many appeals wait for a decision, without those about the posts `without`. 10,000 at most, if there are any. */
  async waiting(without: ReadonlySet<string>): Promise<number> {
    const list = leavingOut(this.list({ outcome: 'waiting' }, 'createdAt'), without, ({ postId }) => postId);
    return Number((await adminCount(list)).replace('+', ''));
  }
}
