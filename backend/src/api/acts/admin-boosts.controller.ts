import { NotFoundException, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { OmitType } from '@nestjs/swagger';
import { ADMIN_ROLES, type AdminRole } from '../../domain/admin/admin-role.js';
import { Payments } from '../../infrastructure/payments/payments.port.js';
import { Clock } from '../../kernel/clock.js';
import { PeopleReader } from '../../projections/accounts/people.js';
import { PaymentsReader, BOOST_SORTS, type BoostSort } from '../../projections/payments/payments.reader.js';
import {
  Boost,
  type PaymentWithBoost,
  hasBoost,
  Price,
  BOOST_TYPES,
} from '../../projections/payments/shown-payments.js';
import { answerList, columnsOf, listOf, AdminListRequest } from '../http/admin-list.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { Receipt } from '../boosts/own-payments.controller.js';
import { SubjectId } from './moderation.requests.js';
import type { GeneratedFile } from '../http/generated-files.js';
import { Route, Routes } from '../http/route.js';
import { Maybe, Part, Text } from '../../contract/fields.js';
import { FilterOf, OfId, SortedBy } from '../http/list-filters.js';
import type { BoostType } from '../../domain/boosts/boost-facts.js';
import { BOOST_STATES } from '../../projections/payments/payments.js';

class AdminBoostsRequest extends AdminListRequest {
  @FilterOf(BOOST_STATES) readonly state?: Boost['state'];
  @FilterOf(BOOST_TYPES) readonly boostType?: BoostType;
  @OfId('Those of one account.') readonly owner?: string;
  @OfId('Those on one post.') readonly post?: string;
  @SortedBy(BOOST_SORTS, '-createdAt') readonly sort: BoostSort = '-createdAt';
}

class AdminBoost extends OmitType(Boost, ['price', 'stripePaymentIntentId'] as const) {
  @Maybe(Part(() => Price), 'Null for moderators, who do not see payments.') readonly price: Price | null;
  @Maybe(Text, 'The PaymentIntent at Stripe. Null for moderators.')
  readonly stripePaymentIntentId: string | null;
  @Maybe(Text, 'Who bought it; null once they are deleted.') readonly username: string | null;

  constructor(boost: Boost, username: string | null, seesPayments: boolean) {
    super();
    Object.assign(this, boost);
    this.price = seesPayments ? boost.price : null;
    this.stripePaymentIntentId = seesPayments ? boost.stripePaymentIntentId : null;
    this.username = username;
  }
}

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
    return answerList(request, reply, {
      list,
      shown: (rows) => this.named(rows.filter(hasBoost), SEES_PAYMENTS.includes(role)),
      columns: COLUMNS,
    });
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

const COLUMNS = columnsOf<AdminBoost>()(
  'id createdAt username owner boostType amountInMajorUnits currency state post expiresAt',
  {
    owner: 'userId',
    amountInMajorUnits: 'price',
    currency: ({ price }) => price?.currency.toUpperCase() ?? null,
    post: 'postId',
  },
);
