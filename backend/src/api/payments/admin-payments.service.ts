import { Injectable, NotFoundException } from '@nestjs/common';
import type { Stored } from '../../kernel/document-store.js';
import { PeopleReader } from '../../projections/accounts/people.js';
import type { AdminList } from '../../projections/admin-list.js';
import { AdminPaymentsReader, type PaymentSort } from '../../projections/payments/admin-payments.reader.js';
import type { PaymentDocument } from '../../projections/payments/payments.js';
import { PaymentsReader } from '../../projections/payments/payments.reader.js';
import { type AdminUser, Admins } from '../http/admins.js';
import { PaymentUseCases } from './payment-use-cases.service.js';
import { PaymentTimeline } from './payment-timeline.service.js';
import { type PaymentSumsRequest, AdminPayment, type AdminPaymentDetails } from './payments.contract.js';

/** Payments as finance sees them. */
@Injectable()
export class AdminPayments {
  constructor(
    private readonly lists: AdminPaymentsReader,
    private readonly payments: PaymentsReader,
    private readonly people: PeopleReader,
    private readonly useCases: PaymentUseCases,
    private readonly timeline: PaymentTimeline,
    private readonly admins: Admins,
  ) {}

  async list(
    { search, ...filters }: PaymentSumsRequest,
    sort: PaymentSort,
  ): Promise<AdminList<PaymentDocument>> {
    // No payment has an empty reference: an unknown id belongs to none.
    const reference = search && ((await this.lists.referenceOf(search)) ?? '');
    return this.lists.list({ ...filters, reference }, sort);
  }

  async named(rows: readonly Stored<PaymentDocument>[]): Promise<AdminPayment[]> {
    const people = await this.people.byIds(rows.flatMap(({ userId }) => userId ?? []));
    return rows.map((row) => new AdminPayment(row, people.get(row.userId ?? '')?.username ?? null));
  }

  async details(reference: string, admin: AdminUser): Promise<AdminPaymentDetails> {
    const found = await this.payments.one(reference);
    if (!found) throw new NotFoundException('Payment not found');
    const [[shown], askedRefund, can, timeline] = await Promise.all([
      this.named([found]),
      this.askedRefund(reference),
      this.useCases.possibleActs(reference, admin),
      this.timeline.of(found, admin),
    ]);
    return { ...(shown as AdminPayment), askedRefund, can, timeline };
  }

  private async askedRefund(reference: string): Promise<AdminPaymentDetails['askedRefund']> {
    const asked = await this.useCases.askedRefund(reference);
    if (!asked?.refund) return null;
    const { _id: proposalId, refund, by, dueAt, isDelayed } = asked;
    const askedBy = await this.admins.nameOf(by);
    return { proposalId, amount: refund.amount, askedBy, dueAt, isDelayed };
  }
}
