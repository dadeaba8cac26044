import { NotFoundException, Param, ParseUUIDPipe, Query, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { OneOf, Optional, Text } from '../../contract/fields.js';
import { isUnused } from '../../domain/boosts/boost-facts.js';
import { Boosts } from '../../domain/boosts/boosts.js';
import { Payment } from '../../domain/payment/payment.js';
import { Payments } from '../../infrastructure/payments/payments.port.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';
import { PaymentsReader } from '../../projections/payments/payments.reader.js';
import { OwnPayment } from '../../projections/payments/shown-payments.js';
import { DONE, Done } from '../community/community.contract.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { decodeCursor, encodeCursor, pageOf, PageRequest, linkNext } from '../http/paging.js';
import { Route, Routes } from '../http/route.js';
import { Checkouts } from './checkouts.service.js';

export class Receipt {
  @Text({ format: 'uri', about: 'At the payment provider. It expires.' }) readonly receiptUrl!: string;
}

class OwnPaymentsRequest extends PageRequest {
  @Optional(OneOf(['open', 'settled']), {
    about:
      'Open: checkouts that can still be paid. Settled: what was paid, is on its way or has failed. All payments without it.',
    message: 'Payments are "open" or "settled"',
  })
  readonly part?: 'open' | 'settled';
}

const PAGE_SIZE = 50;
/** The time of the start, and the id. */
const CURSOR = ['time', 'text'] as const;

const paymentNotFound = () => new NotFoundException('Payment not found');
const PaymentId = () => Param('id', new ParseUUIDPipe({ exceptionFactory: paymentNotFound }));

/** A person's boosts and donations. Open to suspended people too. */
@Routes('boosts', 'api/user/payments', { who: 'signedIn', errors: { 404: '' } })
export class OwnPaymentsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly reader: PaymentsReader,
    private readonly payments: Payments,
    private readonly checkouts: Checkouts,
    private readonly states: States,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  @Route('GET', '', {
    summary: 'Your boosts and donations, newest first; the next page is in the Link header.',
    answer: pageOf(OwnPayment),
  })
  async ownPayments(
    @Query() { cursor, part }: OwnPaymentsRequest,
    @CurrentAccount() { id }: Account,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly OwnPayment[]> {
    const list = ['payments', part ?? 'all', id];
    const after = cursor ? decodeCursor(cursor, list, CURSOR) : null;
    const page = { part, limit: PAGE_SIZE, after };
    const { payments, next } = await this.reader.ownPaymentsOf(id, page, this.clock.now());
    if (next) {
      linkNext(reply, '/api/user/payments', { cursor: encodeCursor(list, next), ...(part && { part }) });
    }
    return payments;
  }

  @Route('GET', ':id/receipt', {
    limit: 'receipt',
    summary: 'The receipt of your payment, at the payment provider.',
    answer: Receipt,
  })
  async paymentReceipt(@PaymentId() id: string, @CurrentAccount() account: Account): Promise<Receipt> {
    const found = await this.reader.one(id);
    const isOwn = found?.userId === account.id && found.paymentIntentId !== null;
    const receiptUrl = isOwn ? await this.payments.receiptUrl(found.paymentIntentId ?? '') : null;
    if (!receiptUrl) throw new NotFoundException('There is no receipt for this payment.');
    return { receiptUrl };
  }

  @Route('POST', ':id/drop', {
    summary: 'Closes your checkout, so that it can no longer be paid.',
    answer: Done,
    errors: { 409: 'It is paid, or has ended.', 503: '' },
  })
  async dropCheckout(@PaymentId() id: string, @CurrentAccount() { id: userId }: Account): Promise<Done> {
    await this.checkouts.drop(userId, id);
    return DONE;
  }

  @Route('POST', ':id/refund-request', {
    summary: 'Requests a refund of an unused boost, within 7 days.',
    answer: Done,
    errors: { 409: '' },
  })
  async requestRefund(@PaymentId() id: string, @CurrentAccount() { id: userId }: Account): Promise<Done> {
    const wallet = await this.states.of(Boosts, userId);
    const isUnclaimed = isUnused(wallet.boosts[id]);
    const now = this.clock.now().toISOString();
    const requestId = this.ids.uuid();
    await this.commands.execute(
      Payment.RequestRefund({ reference: id, userId, requestId, isUnclaimed, now }),
    );
    await this.holdUntilDecided(id, userId, now);
    return DONE;
  }

  /** The reaction to the request does the same, but the person could apply the boost before. */
  private async holdUntilDecided(reference: string, userId: string, now: string): Promise<void> {
    const { refundRequest } = await this.states.of(Payment, reference);
    if (!refundRequest?.isOpen) return;
    const hold = { kind: 'refund request', id: refundRequest.requestId } as const;
    await this.commands.execute(Boosts.HoldBoost({ userId, boostId: reference, hold, now }));
    const after = await this.states.of(Payment, reference);
    if (after.refundRequest?.isOpen) return;
    // An admin has decided meanwhile, and the reaction has not seen this hold.
    await this.commands.execute(Boosts.ReleaseBoost({ userId, boostId: reference, hold, post: null, now }));
  }
}
