import { NotFoundException, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ADMIN_ROLES, type AdminRole } from '../../domain/admin/admin-role.js';
import { Payments } from '../../infrastructure/payments/payments.port.js';
import { Clock } from '../../kernel/clock.js';
import { PeopleReader } from '../../projections/accounts/people.js';
import { PaymentsReader } from '../../projections/payments/payments.reader.js';
import { Boost, type PaymentWithBoost, hasBoost } from '../../projections/payments/shown-payments.js';
import { answerList, listOf } from '../http/admin-list.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { Receipt } from '../boosts/own-payments.controller.js';
import { SubjectId } from './moderation.requests.js';
import type { GeneratedFile } from '../http/generated-files.js';
import { Route, Routes } from '../http/route.js';
import { AdminBoost } from './acts.responses.js';
import { AdminBoostsRequest } from './lists.requests.js';

const SEES_PAYMENTS: readonly AdminRole[] = ['finance', 'owner'];

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
    @CurrentAdmin() { role }: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly AdminBoost[] | GeneratedFile> {
    const { state, boostType, owner: userId, post: postId, sort } = request;
    const list = this.reader.boosts({ state, boostType, userId, postId }, sort);
    return answerList(
      {
        list,
        shown: (rows) => this.named(rows.filter(hasBoost), SEES_PAYMENTS.includes(role)),
        columns: COLUMNS,
      },
      request,
      reply,
    );
  }

  @Route('GET', ':id/receipt', {
    who: SEES_PAYMENTS,
    limit: 'disclosure',
    summary: 'The receipt of a boost, at the payment provider.',
    answer: Receipt,
    errors: { 404: 'There is no receipt for this payment.' },
  })
  async boostReceipt(@SubjectId() id: string): Promise<Receipt> {
    const payment = await this.reader.one(id.toLowerCase());
    const intent = payment?.boost ? payment.paymentIntentId : null;
    const receiptUrl = intent === null ? null : await this.payments.receiptUrl(intent);
    if (!receiptUrl) throw new NotFoundException('There is no receipt for this payment.');
    return { receiptUrl };
  }

  private async named(found: readonly PaymentWithBoost[], seesPayments: boolean): Promise<AdminBoost[]> {
    const people = await this.people.byIds(found.flatMap(({ userId }) => userId ?? []));
    const now = this.clock.now();
    return found.map((boost) => {
      const username = people.get(boost.userId ?? '')?.username ?? null;
      return new AdminBoost(new Boost(boost, now), username, seesPayments);
    });
  }
}

const COLUMNS = {
  id: (boost: AdminBoost) => boost.id,
  createdAt: (boost: AdminBoost) => boost.createdAt,
  username: (boost: AdminBoost) => boost.username,
  owner: (boost: AdminBoost) => boost.userId,
  boostType: (boost: AdminBoost) => boost.boostType,
  amountInMajorUnits: (boost: AdminBoost) => boost.price,
  currency: (boost: AdminBoost) => boost.price?.currency.toUpperCase() ?? null,
  state: (boost: AdminBoost) => boost.state,
  post: (boost: AdminBoost) => boost.postId,
  expiresAt: (boost: AdminBoost) => boost.expiresAt,
};
