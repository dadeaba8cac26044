import { Injectable } from '@nestjs/common';
import { Appealed } from '../../domain/review/appeal.js';
import { type TypeOf, id, nullable, object, oneOf, time } from '../../kernel/field.js';
import { type AdminList, type Filters, adminCount, equal, filtered, leavingOut } from '../admin-list.js';
import { listedBy, readerOf, view } from '../view.js';

/** Whether an appeal waits for a decision, and which it got. */
export const APPEAL_OUTCOMES = ['waiting', 'granted', 'rejected'] as const;
export type AppealOutcome = (typeof APPEAL_OUTCOMES)[number];

/** An appeal, under the id of the act. Its text is in its stream only. */
const Appeal = object({
  about: Appealed,
  /** The post, or that of the comment or report; null for an account. */
  postId: nullable(id),
  ownerId: id,
  outcome: oneOf(...APPEAL_OUTCOMES),
  filedAt: time,
});
export type AppealDocument = TypeOf<typeof Appeal>;

export const appeals = view('appeals', {
  version: 3,
  document: Appeal,
  indexes: listedBy('filedAt', 'outcome', 'about', 'ownerId'),
})
  .createdBy('actId', {
    AppealFiled: (_, { about, postId, ownerId }, { at }) => ({
      about,
      postId,
      ownerId,
      outcome: 'waiting',
      filedAt: at,
    }),
  })
  .changedBy('actId', {
    AppealDecided: (filed, { isGranted }) => ({ ...filed, outcome: isGranted ? 'granted' : 'rejected' }),
  });

export const APPEAL_SORTS = ['createdAt', '-createdAt'] as const;

@Injectable()
export class AppealsReader extends readerOf(appeals) {
  list(
    { ownerId, outcome, about }: Filters<AppealDocument, 'ownerId' | 'outcome' | 'about'>,
    sort: (typeof APPEAL_SORTS)[number],
  ): AdminList<AppealDocument> {
    return filtered(
      {
        name: 'appeals',
        view: this.documents,
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
