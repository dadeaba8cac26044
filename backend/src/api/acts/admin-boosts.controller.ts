import { NotFoundException, Query, Res, type StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ADMIN_ROLES } from '../../domain/admin/admin-roles.events.js';
import { Payments } from '../../infrastructure/payments/payments.port.js';
import { Clock } from '../../kernel/clock.js';
import { PeopleReader } from '../../projections/accounts/people.reader.js';
import { PaymentsReader } from '../../projections/payments/payments.reader.js';
import { type PaymentWithBoost, hasBoost } from '../../projections/payments/shown-payments.js';
import { answerList, listOf } from '../http/admin-list.js';
import { Receipt } from '../boosts/boosts.responses.js';
import { SubjectId } from './moderation.requests.js';
import { Route, Routes } from '../http/route.js';
import { AdminBoost } from './acts.responses.js';
import { AdminBoostsRequest } from './lists.requests.js';

@Routes('back office', 'api/rtm-sys/boosts')
export class AdminBoostsController {
  constructor(
    private readonly reader: PaymentsReader,
    private readonly people: PeopleReader,
    private readonly payments: Payments,
    private readonly clock: Clock,
  ) {}

  @Route('GET', '', {
    who: ADMIN_ROLES,
    summary: 'All boosts, the one that was granted last first.',
    answer: listOf(AdminBoost),
  })
  listAdminBoosts(
    @Query() request: AdminBoostsRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly AdminBoost[] | StreamableFile> {
    const { state, boostType, owner: userId, post: postId, sort } = request;
    const list = this.reader.boosts({ state, boostType, userId, postId }, sort);
    return answerList(
      { list, shown: (rows) => this.named(rows.filter(hasBoost)), columns: COLUMNS },
      request,
      reply,
    );
  }

  @Route('GET', ':id/receipt', {
    who: ['finance', 'owner'],
    summary: 'The receipt of a boost, at the payment provider.',
    answer: Receipt,
    errors: { 404: 'There is no receipt for this payment.' },
  })
  async boostReceipt(@SubjectId() id: string): Promise<Receipt> {
    const payment = await this.reader.payment(id.toLowerCase());
    const intent = payment?.boost ? payment.paymentIntentId : null;
    const receiptUrl = intent === null ? null : await this.payments.receiptUrl(intent);
    if (!receiptUrl) throw new NotFoundException('There is no receipt for this payment.');
    return { receiptUrl };
  }

  private async named(found: readonly PaymentWithBoost[]): Promise<AdminBoost[]> {
    const people = await this.people.byIds(found.flatMap(({ userId }) => userId ?? []));
    const now = this.clock.now();
    return found.map((boost) => {
      const username = people.get(boost.userId ?? '')?.username ?? null;
      return new AdminBoost(boost, username, now);
    });
  }
}

const COLUMNS = {
  id: (boost: AdminBoost) => boost.id,
  createdAt: (boost: AdminBoost) => boost.createdAt,
  username: (boost: AdminBoost) => boost.username,
  owner: (boost: AdminBoost) => boost.userId,
  boostType: (boost: AdminBoost) => boost.boostType,
  amount: (boost: AdminBoost) => boost.price.amount,
  currency: (boost: AdminBoost) => boost.price.currency,
  state: (boost: AdminBoost) => boost.state,
  post: (boost: AdminBoost) => boost.postId,
  expiresAt: (boost: AdminBoost) => boost.expiresAt,
};
