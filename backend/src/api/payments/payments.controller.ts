import { Query, Res } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Amount, Flag, List, Maybe, Text, When, Whole, show } from '../../contract/fields.js';
import type { Stored } from '../../kernel/document-store.js';
import {
  AdminPaymentsReader,
  type SumsOfPayments,
} from '../../projections/payments/admin-payments.reader.js';
import type { StripeEventDocument } from '../../projections/payments/stripe-events.js';
import { SubjectId } from '../acts/moderation.requests.js';
import { AdminListRequest, answerList, listOf } from '../http/admin-list.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { GeneratedFile } from '../http/generated-files.js';
import { FILE, Route, Routes } from '../http/route.js';
import { AdminPayments } from './admin-payments.service.js';
import { PaymentEvidence } from './payment-evidence.service.js';
import {
  PaymentSumsRequest,
  PaymentsRequest,
  AdminPayment,
  AdminPaymentDetails,
} from './payments.contract.js';

class CurrencySums implements SumsOfPayments {
  @Text({ example: 'usd', about: 'ISO 4217, in lower case.' }) readonly currency!: string;
  @Whole() readonly count!: number;
  @Amount('What was paid, also if it was given back.') readonly paid!: number;
  @Amount() readonly refunded!: number;
}

export class PaymentSums {
  @Flag(
    'False if the list is longer than what is summed up: then the sums are of the newest 20,000 payments.',
  )
  readonly isWhole!: boolean;
  @List(() => CurrencySums) readonly currencies!: readonly CurrencySums[];
}

/** An event of Stripe that could not be acted on. */
export class ParkedEvent {
  @Text({ example: 'evt_1' }) readonly id!: string;
  @Text({ example: 'charge.refunded' }) readonly eventType!: string;
  @Maybe(Text) readonly objectId!: string | null;
  @Text() readonly reason!: string;
  @When() readonly parkedAt!: string;

  constructor(event: Stored<StripeEventDocument>) {
    const { _id: id, reason, parkedAt } = event;
    show<ParkedEvent>(this, { ...event, id, reason: reason ?? '', parkedAt: parkedAt ?? '' });
  }
}

/** Payments, for finance. */
@Routes('back office', 'api/rtm-sys/payments', { who: ['finance', 'owner'] })
export class PaymentsController {
  constructor(
    private readonly reader: AdminPaymentsReader,
    private readonly payments: AdminPayments,
    private readonly evidence: PaymentEvidence,
  ) {}

  @Route('GET', '', {
    summary: 'All payments, the one that was started last first.',
    description:
      'A search finds the payment that an id belongs to: of an event, a checkout session, a PaymentIntent, a charge, a refund, a dispute or a fraud warning at Stripe, or our reference.',
    answer: listOf(AdminPayment),
  })
  async listPayments(
    @Query() request: PaymentsRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly AdminPayment[] | GeneratedFile> {
    const list = await this.payments.list(request, request.sort);
    return answerList(request, reply, { list, shown: (rows) => this.payments.named(rows), columns: COLUMNS });
  }

  @Route('GET', 'sums', { summary: 'What the payments of the list come to.', answer: PaymentSums })
  async paymentSums(@Query() request: PaymentSumsRequest): Promise<PaymentSums> {
    return this.reader.sums(await this.payments.list(request, '-startedAt'));
  }

  @Route('GET', 'parked-events', {
    summary: 'Events of Stripe that could not be acted on, the first first.',
    answer: listOf(ParkedEvent),
  })
  listParkedEvents(
    @Query() request: AdminListRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly ParkedEvent[] | GeneratedFile> {
    const list = this.reader.parkedEvents();
    const shown = (rows: readonly ConstructorParameters<typeof ParkedEvent>[0][]) =>
      rows.map((row) => new ParkedEvent(row));
    return answerList(request, reply, { list, shown, columns: EVENT_COLUMNS });
  }

  @Route('GET', ':id', {
    summary: 'A payment, what may be done about it, and what happened to it.',
    answer: AdminPaymentDetails,
    errors: { 404: 'Payment not found' },
  })
  paymentDetails(@SubjectId() id: string, @CurrentAdmin() admin: AdminUser): Promise<AdminPaymentDetails> {
    return this.payments.details(id.toLowerCase(), admin);
  }

  @Route('GET', ':id/evidence', {
    summary: 'What the event log knows of a payment, as text for a dispute. It says nothing of other people.',
    answer: FILE,
    errors: { 404: 'Payment not found' },
  })
  @ApiProduces('text/plain')
  async paymentEvidence(@SubjectId() id: string): Promise<GeneratedFile> {
    const reference = id.toLowerCase();
    const text = await this.evidence.of(reference);
    return new GeneratedFile(`evidence-${reference}.txt`, 'text/plain; charset=utf-8', [text]);
  }
}

const COLUMNS = {
  id: (payment: AdminPayment) => payment.id,
  startedAt: (payment: AdminPayment) => payment.startedAt,
  paidAt: (payment: AdminPayment) => payment.paidAt,
  state: (payment: AdminPayment) => payment.state,
  kind: (payment: AdminPayment) => payment.kind,
  boostType: (payment: AdminPayment) => payment.boostType,
  amountInMajorUnits: (payment: AdminPayment) => payment.price,
  refundedInMajorUnits: ({ price, refunded }: AdminPayment) => ({ ...price, amount: refunded }),
  currency: (payment: AdminPayment) => payment.price.currency.toUpperCase(),
  username: (payment: AdminPayment) => payment.username,
  userId: (payment: AdminPayment) => payment.userId,
  session: (payment: AdminPayment) => payment.sessionId,
  paymentIntent: (payment: AdminPayment) => payment.paymentIntentId,
};

const EVENT_COLUMNS = {
  id: (event: ParkedEvent) => event.id,
  parkedAt: (event: ParkedEvent) => event.parkedAt,
  eventType: (event: ParkedEvent) => event.eventType,
  object: (event: ParkedEvent) => event.objectId,
  reason: (event: ParkedEvent) => event.reason,
};
