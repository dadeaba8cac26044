import { Body, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ValidateIf } from 'class-validator';
import { Amount, Maybe, OneOf } from '../../contract/fields.js';
import type { Decider } from '../../domain/moderation/self-decision.js';
import { Payment } from '../../domain/payment/payment.js';
import { Ids } from '../../kernel/clock.js';
import { SubjectId } from '../acts/moderation.requests.js';
import { DONE, Done } from '../community/community.contract.js';
import { AdminActs } from '../decisions/admin-acts.service.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { Route, Routes } from '../http/route.js';
import { AdminPayments } from './admin-payments.service.js';
import { Differences } from './differences.service.js';
import { PaymentUseCases } from './payment-use-cases.service.js';
import { PaymentActRequest, AdminPaymentDetails } from './payments.contract.js';

class RefundRequest extends PaymentActRequest {
  @ValidateIf(({ amount }: RefundRequest) => amount !== null)
  @Maybe(Amount, {
    about: 'In the smallest unit; null for all that is left.',
    min: 1,
    message: 'A refund is a whole number of the smallest unit, 1 or more',
  })
  readonly amount!: number | null;
}

class DisputeRequest extends PaymentActRequest {
  @OneOf(['kept', 'revoked'], { message: 'Please choose whether the boost is kept' })
  readonly boost!: 'kept' | 'revoked';
}

interface ActFacts {
  readonly reference: string;
  readonly actId: string;
  readonly decider: Decider;
}

/** What finance decides about payments. */
@Routes('back office', 'api/rtm-sys/payments', {
  who: ['finance', 'owner'],
  errors: { 404: 'Payment not found', 409: 'It cannot be done now, or was done already.' },
})
export class PaymentActsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly ids: Ids,
    private readonly acts: AdminActs,
    private readonly useCases: PaymentUseCases,
    private readonly payments: AdminPayments,
    private readonly differences: Differences,
  ) {}

  @Route('POST', ':id/grant', {
    summary: 'Grants a parked payment: what was started, for what was paid.',
    answer: AdminPaymentDetails,
  })
  grantPayment(
    @SubjectId() id: string,
    @Body() { reason }: PaymentActRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<AdminPaymentDetails> {
    return this.decide(id, admin, ({ reference, decider }) =>
      this.useCases.grant(reference, reason, decider),
    );
  }

  @Route('POST', ':id/observe', {
    summary: 'Asks Stripe again for a payment that is not confirmed, once for each call.',
    answer: AdminPaymentDetails,
  })
  observePayment(@SubjectId() id: string, @CurrentAdmin() admin: AdminUser): Promise<AdminPaymentDetails> {
    return this.decide(id, admin, ({ reference }) => this.differences.observePayment(reference));
  }

  @Route('POST', ':id/refund', {
    asksAgain: true,
    summary: 'Starts a refund of all that is left, or of a part. Stripe is asked for it after the answer.',
    description:
      'If what is refunded of the payment, or by this person in 24 hours, comes to more than `REFUND_LIMIT`, an owner is asked for it instead: then `askedRefund` is set.',
    answer: AdminPaymentDetails,
  })
  refundPayment(
    @SubjectId() id: string,
    @Body() { amount, reason }: RefundRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<AdminPaymentDetails> {
    return this.decide(id, admin, ({ reference }) =>
      this.useCases.refund(reference, { amount, reason }, admin),
    );
  }

  @Route('POST', ':id/decline', {
    summary: 'Refuses the request for a refund. The reason is mailed to the buyer.',
    answer: AdminPaymentDetails,
  })
  declineRefund(
    @SubjectId() id: string,
    @Body() { reason: note }: PaymentActRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<AdminPaymentDetails> {
    return this.decide(id, admin, ({ reference }) =>
      this.acts.do('RefundDeclined', reference, { reason: null, note }, admin),
    );
  }

  @Route('POST', ':id/disputes/:disputeId/decide', {
    summary: 'Decides whether the boost of a lost dispute is kept. The buyer is no longer suspended for it.',
    answer: AdminPaymentDetails,
  })
  decideDispute(
    @SubjectId() id: string,
    @Param('disputeId') disputeId: string,
    @Body() { boost, reason: note }: DisputeRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<AdminPaymentDetails> {
    return this.decide(id, admin, (facts) =>
      this.commands.execute(Payment.ResolveDispute({ ...facts, disputeId, boost, note })),
    );
  }

  @Route('POST', ':id/dismiss', {
    summary: 'Settles a parked payment, and does nothing else.',
    answer: AdminPaymentDetails,
  })
  dismissPayment(
    @SubjectId() id: string,
    @Body() { reason: note }: PaymentActRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<AdminPaymentDetails> {
    return this.decide(id, admin, (facts) =>
      this.commands.execute(Payment.DismissPayment({ ...facts, note })),
    );
  }

  @Route('POST', ':id/dismiss-warnings', {
    summary: 'Settles the warnings of fraud of a payment without giving the money back.',
    answer: AdminPaymentDetails,
  })
  dismissWarnings(
    @SubjectId() id: string,
    @Body() { reason: note }: PaymentActRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<AdminPaymentDetails> {
    return this.decide(id, admin, ({ reference }) =>
      this.acts.do('FraudWarningsDismissed', reference, { reason: null, note }, admin),
    );
  }

  @Route('POST', 'parked-events/:id/dismiss', {
    summary: 'Settles an event of Stripe that could not be acted on.',
    answer: Done,
  })
  async dismissEvent(
    @Param('id') stripeEventId: string,
    @Body() { reason: note }: PaymentActRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<Done> {
    await this.acts.do('StripeEventResolved', stripeEventId, { reason: null, note }, admin);
    return DONE;
  }

  private async decide(
    id: string,
    admin: AdminUser,
    act: (facts: ActFacts) => Promise<unknown>,
  ): Promise<AdminPaymentDetails> {
    const facts = { reference: id.toLowerCase(), actId: this.ids.uuid(), decider: admin };
    await act(facts);
    return this.payments.details(facts.reference, admin);
  }
}
