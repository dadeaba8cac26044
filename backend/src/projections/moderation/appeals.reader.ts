import { Inject, Injectable } from '@nestjs/common';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import type { Scalar } from '../../kernel/query.js';
import { type AppealDocument, appeals } from './appeals.projection.js';

/** Reads appeals. */
@Injectable()
export class AppealsReader {
  private readonly appeals: ViewReader<AppealDocument>;

  constructor(@Inject(Views) views: Views) {
    this.appeals = views.of(appeals);
  }

  /** A page of the appeals that wait for a decision, oldest first, or of the decided ones, newest first. */
  page(
    isOpen: boolean,
    { limit, after }: { readonly limit: number; readonly after: readonly Scalar[] | null },
  ): Promise<readonly Stored<AppealDocument>[]> {
    const order = isOpen ? 1 : -1;
    return this.appeals.find({
      where: { isOpen },
      sort: { filedAt: order, _id: order },
      limit,
      ...(after && { after }),
    });
  }

  /** How many appeals wait for a decision, or are decided. */
  count(isOpen: boolean): Promise<number> {
    return this.appeals.count({ isOpen });
  }
}
