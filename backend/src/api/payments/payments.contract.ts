import { PickType } from '@nestjs/swagger';
import {
  Day,
  Optional,
  Amount,
  Flag,
  Id,
  List,
  Maybe,
  OneOf,
  Part,
  Text,
  When,
  Whole,
  show,
} from '../../contract/fields.js';
import type { BoostType } from '../../domain/boosts/boost-facts.js';
import type { PossibleActs } from '../../domain/payment/payment-acts.js';
import type { DisputeState } from '../../domain/payment/payment-facts.js';
import type { Stored } from '../../kernel/document-store.js';
import {
  PAYMENT_SORTS,
  type PaymentFilters,
  type PaymentSort,
} from '../../projections/payments/admin-payments.reader.js';
import {
  PAYMENT_STATES,
  type PaymentState,
  BOOST_STATES,
  type PaymentDocument,
} from '../../projections/payments/payments.js';
import { BOOST_TYPES, type Boost, Price } from '../../projections/payments/shown-payments.js';
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
import { PaymentMoment } from './payment-timeline.service.js';

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

class AdminDispute {
  @Text() readonly id!: string;
  @OneOf(
    ['inquiry', 'inquiry closed', 'open', 'won', 'lost', 'resolved'],
    'Resolved: lost, and an admin has decided about the boost.',
  )
  readonly state!: DisputeState | 'resolved';
}

/** A payment as finance sees it. */
export class AdminPayment {
  @Id('Our reference.') readonly id!: string;
  @OneOf(['boost', 'donation']) readonly kind!: 'boost' | 'donation';
  @Maybe(OneOf(BOOST_TYPES)) readonly boostType!: BoostType | null;
  @OneOf(PAYMENT_STATES) readonly state!: PaymentState;
  @Flag('Whether it waits for an admin.') readonly needsAdmin!: boolean;
  @Part(() => Price, 'What is to be paid; once it is paid, what was paid.') readonly price!: Price;
  @Amount('What was given back, in the smallest unit.') readonly refunded!: number;
  @Maybe(Id, 'Who pays; null without an account.') readonly userId!: string | null;
  @Maybe(Text, 'Null without an account, and once it is deleted.') readonly username!: string | null;
  @When() readonly startedAt!: string;
  @Maybe(When) readonly paidAt!: string | null;
  @Maybe(Text, 'The checkout session at Stripe.') readonly sessionId!: string | null;
  @Maybe(Text, 'The PaymentIntent at Stripe.') readonly paymentIntentId!: string | null;
  @Maybe(Text, 'Why it is parked; null if it is not.') readonly parked!: string | null;
  @Maybe(OneOf(['open', 'declined', 'decided'])) readonly refundRequest!: PaymentDocument['refundRequest'];
  @Maybe(Text, 'Why the last refund did not happen.') readonly refundProblem!: string | null;
  @List(() => AdminDispute) readonly disputes!: readonly AdminDispute[];
  @Whole('How many warnings of fraud no admin has settled.') readonly warnings!: number;
  @Maybe(OneOf(BOOST_STATES), 'Null before the boost is granted.') readonly boostState!:
    Boost['state'] | null;
  @Maybe(Id, 'The post that the boost is on, or was on last.') readonly postId!: string | null;

  constructor(payment: Stored<PaymentDocument>, username: string | null) {
    show<AdminPayment>(this, {
      ...payment,
      id: payment._id,
      username,
      disputes: Object.entries(payment.disputes).map(([id, state]) => ({ id, state })),
      boostState: payment.boost?.is ?? null,
      postId: payment.boost?.postId ?? null,
    });
  }
}

/** What an admin may do about the payment now. */
class PaymentActs implements PossibleActs {
  @Flag('Ask Stripe for it again.') readonly observe!: boolean;
  @Flag() readonly grant!: boolean;
  @Flag() readonly dismiss!: boolean;
  @Flag('Refuse the request for a refund.') readonly decline!: boolean;
  @Flag() readonly refund!: boolean;
  @Maybe(Part(() => Price), 'Null if nothing can be refunded, or if only Stripe knows what was paid.')
  readonly mostRefundable!: Price | null;
  @List(Text, 'The lost disputes that are not decided yet.') readonly disputes!: readonly string[];
  @Flag() readonly dismissWarnings!: boolean;
}

/** A refund above the limit, which waits for an owner. */
class AskedRefund {
  @Id('Of the proposal.') readonly proposalId!: string;
  @Part(() => Price) readonly amount!: Price;
  @Maybe(Text, 'The name of the admin who asked.') readonly askedBy!: string | null;
  @When('Until when an owner may confirm; when it takes effect if it is delayed.') readonly dueAt!: string;
  @Flag('Takes effect at `dueAt` unless it is withdrawn: no other owner can confirm it.')
  readonly isDelayed!: boolean;
}

export class AdminPaymentDetails extends AdminPayment {
  @Maybe(Part(() => AskedRefund)) readonly askedRefund!: AskedRefund | null;
  @Part(() => PaymentActs) readonly can!: PaymentActs;
  @List(() => PaymentMoment, 'Oldest first.') readonly timeline!: readonly PaymentMoment[];
}
