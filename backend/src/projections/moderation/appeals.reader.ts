import { Injectable } from '@nestjs/common';
import type { Appealed } from '../../domain/review/appeal.events.js';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import type { Filter } from '../../kernel/query.js';
import { type AdminList, adminCount, leavingOut } from '../admin-list.js';
import { type AppealDocument, type AppealOutcome, appeals } from './appeals.projection.js';

export const APPEAL_SORTS = ['createdAt', '-createdAt'] as const;

/** Which appeals a list shows; what is not given does not matter. */
export interface AppealFilters {
  readonly outcome?: AppealOutcome | undefined;
  readonly about?: Appealed | undefined;
  readonly ownerId?: string | undefined;
}

/** The filters, those first that fewest appeals meet. */
const INDEXED = ['ownerId', 'outcome', 'about'] as const;

@Injectable()
export class AppealsReader {
  private readonly appeals: ViewReader<AppealDocument>;

  constructor(views: Views) {
    this.appeals = views.of(appeals);
  }

  list(filters: AppealFilters, sort: (typeof APPEAL_SORTS)[number]): AdminList<AppealDocument> {
    const [served, ...rest] = INDEXED.filter((field) => filters[field] !== undefined);
    return {
      view: this.appeals,
      where: served === undefined ? {} : ({ [served]: filters[served] } as Filter),
      sort: { field: 'filedAt', direction: sort === 'createdAt' ? 1 : -1 },
      fits: rest.length === 0 ? null : (one) => rest.every((field) => one[field] === filters[field]),
    };
  }

  /** How many appeals wait for a decision, without those about the posts `without`. 10,000 at most, if there are any. */
  async waiting(without: ReadonlySet<string>): Promise<number> {
    const list = leavingOut(this.list({ outcome: 'waiting' }, 'createdAt'), without, ({ postId }) => postId);
    return Number((await adminCount(list)).replace('+', ''));
  }
}
