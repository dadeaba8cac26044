import { PickType } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import { Amount, Day, Maybe, OneOf, Optional, SizedText } from '../../contract/fields.js';
import {
  PAYMENT_SORTS,
  type PaymentFilters,
  type PaymentSort,
} from '../../projections/payments/admin-payments.reader.js';
import { PAYMENT_STATES, type PaymentState } from '../../projections/payments/payments.js';
import { Why } from '../acts/moderation.requests.js';
import { AdminListRequest } from '../http/admin-list.js';
import {
  Counted,
  FilterOf,
  NotBefore,
  NotBelow,
  OfId,
  SortedBy,
  YesOrNo,
  dayIn,
} from '../http/list-filters.js';

const OnDay = (label: string, about: string) => Optional(Day, { ...dayIn(label), about });

const AmountOf = (label: string, about: string) =>
  Counted({ min: 0, about, message: `${label}: please enter a whole number of the smallest unit.` });

/** Which payments the list shows, in which order. */
export class PaymentsRequest extends AdminListRequest implements Omit<PaymentFilters, 'reference'> {
  @FilterOf(PAYMENT_STATES) readonly state?: PaymentState;
  @YesOrNo('Whether they wait for an admin.') readonly needsAdmin?: boolean;
  @FilterOf(['boost', 'donation']) readonly kind?: 'boost' | 'donation';
  @OfId('Those of one account.') readonly userId?: string;
  @AmountOf('Amount from', 'The least amount, in the smallest unit.') readonly amountFrom?: number;
  @NotBelow('amountFrom', 'Amount to: the highest amount lies below the least.')
  @AmountOf('Amount to', 'The highest amount.')
  readonly amountTo?: number;
  @OnDay('From', 'The first day on which they were started, in UTC.') readonly from?: string;
  @NotBefore('from') @OnDay('To', 'The last day.') readonly to?: string;

  @SortedBy(PAYMENT_SORTS, '-startedAt') readonly sort: PaymentSort = '-startedAt';
}

/** Which payments are summed up. */
export class PaymentSumsRequest extends PickType(PaymentsRequest, [
  'state',
  'needsAdmin',
  'kind',
  'userId',
  'amountFrom',
  'amountTo',
  'from',
  'to',
  'search',
] as const) {}

export class PaymentActRequest {
  @Why() readonly reason!: string;
}

export class RefundRequest extends PaymentActRequest {
  @ValidateIf(({ amount }: RefundRequest) => amount !== null)
  @Maybe(Amount, {
    about: 'In the smallest unit; null for all that is left.',
    min: 1,
    message: 'A refund is a whole number of the smallest unit, 1 or more',
  })
  readonly amount!: number | null;
}

export class DisputeRequest extends PaymentActRequest {
  @OneOf(['kept', 'revoked'], { message: 'Please choose whether the boost is kept' })
  readonly boost!: 'kept' | 'revoked';
}

const NO_OBJECT = 'Please name an object';
const ObjectId = () =>
  SizedText({ min: 1, max: 255, about: 'At Stripe.', message: NO_OBJECT, tooLong: NO_OBJECT });

/** An object that a comparison has listed. */
export class DifferenceRequest {
  @ObjectId() readonly objectId!: string;
}

export class SettleDifferenceRequest extends PaymentActRequest {
  @ObjectId() readonly objectId!: string;
}

/** The days whose movements of money are asked for. */
export class BooksRequest {
  @Day({ ...dayIn('From'), about: 'The first day, in UTC.' }) readonly from!: string;
  @NotBefore('from') @Day({ ...dayIn('To'), about: 'The last day.' }) readonly to!: string;
}
