import { Injectable } from '@nestjs/common';
import type { Appealed } from '../../domain/review/appeal.js';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { type AdminList, adminCount, equal, filtered, leavingOut } from '../admin-list.js';
import { type AppealDocument, type AppealOutcome, appeals } from './appeals.projection.js';

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
