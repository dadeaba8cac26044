import { Body, NotFoundException, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
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
  SizedText,
} from '../../contract/fields.js';
import {
  type BalanceSums,
  type Compared,
  DIFFERENCE_KINDS,
  type Difference,
  REPAIRS,
  type Side,
  type Sums,
  type Totals,
} from '../../domain/payment/reconciliation.js';
import { type WaysOut, waysOut } from '../../domain/payment/stripe-observed.js';
import type { Stored } from '../../kernel/document-store.js';
import {
  ReconciliationsReader,
  type ReconciliationDocument,
} from '../../projections/payments/reconciliations.js';
import { Price } from '../../projections/payments/shown-payments.js';
import { SubjectId } from '../acts/moderation.requests.js';
import { DONE, Done } from '../community/community.contract.js';
import { AdminListRequest, answerList, listOf } from '../http/admin-list.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import type { GeneratedFile } from '../http/generated-files.js';
import { Route, Routes } from '../http/route.js';
import { Differences } from './differences.service.js';
import { PaymentActRequest } from './payments.contract.js';

const NO_OBJECT = 'Please name an object';
const ObjectId = () =>
  SizedText({ min: 1, max: 255, about: 'At Stripe.', message: NO_OBJECT, tooLong: NO_OBJECT });

/** An object that a comparison has listed. */
class DifferenceRequest {
  @ObjectId() readonly objectId!: string;
}

class SettleDifferenceRequest extends PaymentActRequest {
  @ObjectId() readonly objectId!: string;
}

class ComparedCounts implements Record<Compared['object'], number> {
  @Whole() readonly charge!: number;
  @Whole() readonly refund!: number;
  @Whole() readonly dispute!: number;
  @Whole() readonly event!: number;
}

class BothSums implements Sums {
  @Whole('At Stripe, in the smallest unit.') readonly provider!: number;
  @Whole('In the event log.') readonly log!: number;
}

class CurrencyTotals implements Totals {
  @Text({ example: 'usd' }) readonly currency!: string;
  @Part(() => BothSums) readonly charged!: Sums;
  @Part(() => BothSums, 'Those that did not fail.') readonly refunded!: Sums;
  @Part(() => BothSums, 'Open or lost.') readonly disputed!: Sums;
}

class CurrencyBalance implements BalanceSums {
  @Text({ example: 'usd', about: 'The settlement currency.' }) readonly currency!: string;
  @Whole() readonly lines!: number;
  @Whole() readonly amount!: number;
  @Whole() readonly fee!: number;
  @Whole() readonly net!: number;
}

/** One comparison of Stripe with the event log. */
export class AdminReconciliation {
  @Id() readonly id!: string;
  @When() readonly at!: string;
  @When('From when on the objects were compared.') readonly since!: string;
  @OneOf(['test', 'live']) readonly mode!: 'test' | 'live';
  @Part(() => ComparedCounts, 'How many Stripe has listed.') readonly compared!: ComparedCounts;
  @Whole('How many objects differ.') readonly differences!: number;
  @Whole('What differs and is younger than an hour.') readonly pending!: number;
  @Whole('What we did not create.') readonly foreign!: number;
  @Whole('What differs, and an admin has settled.') readonly settled!: number;
  @List(() => CurrencyTotals) readonly totals!: readonly CurrencyTotals[];
  @List(() => CurrencyBalance) readonly balance!: readonly CurrencyBalance[];

  constructor(run: Stored<ReconciliationDocument>) {
    show<AdminReconciliation>(this, {
      ...run,
      id: run._id,
      totals: Object.entries(run.totals).map(([currency, sums]) => ({ currency, ...sums })),
      balance: Object.entries(run.balance).map(([currency, sums]) => ({ currency, ...sums })),
    });
  }
}

class DifferenceSide implements Side {
  @Maybe(Part(() => Price)) readonly amount!: Price | null;
  @Text() readonly state!: string;
}

/** What ends a difference. */
class DifferenceEnds implements WaysOut {
  @Flag('Stripe can be asked again.') readonly observe!: boolean;
  @Flag('An admin can say that it was resolved outside Footnote.') readonly settle!: boolean;
  @Text('What to do, in a sentence.') readonly says!: string;
}

class ShownDifference implements Difference {
  @OneOf(DIFFERENCE_KINDS) readonly kind!: Difference['kind'];
  @OneOf(['charge', 'refund', 'dispute', 'event']) readonly object!: Difference['object'];
  @Text('At Stripe.') readonly objectId!: string;
  @Maybe(Id, 'Of the payment.') readonly reference!: string | null;
  @Maybe(Part(() => DifferenceSide), 'Null if it is not at Stripe.') readonly provider!: Side | null;
  @Maybe(Part(() => DifferenceSide), 'Null if it is not in the event log.') readonly log!: Side | null;
  @Maybe(When) readonly createdAt!: string | null;
  @Maybe(OneOf(REPAIRS), 'What was added to the log because of it.') readonly repair!: Difference['repair'];
  @Flag('An admin has settled it.') readonly isSettled!: boolean;
  @Part(() => DifferenceEnds) readonly can!: WaysOut;
}

export class ReconciliationDetails extends AdminReconciliation {
  @List(() => ShownDifference, 'The first 500.') readonly listed: readonly ShownDifference[];

  constructor(run: Stored<ReconciliationDocument>, settled: readonly boolean[]) {
    super(run);
    this.listed = run.listed.map((difference, index) => ({
      ...difference,
      isSettled: settled[index] ?? false,
      can: waysOut(difference),
    }));
  }
}

@Routes('back office', 'api/rtm-sys/payments/reconciliation', { who: ['finance', 'owner'] })
export class ReconciliationController {
  constructor(
    private readonly runs: ReconciliationsReader,
    private readonly differences: Differences,
  ) {}

  @Route('GET', '', {
    summary: 'The comparisons of Stripe with the event log, the newest first.',
    answer: listOf(AdminReconciliation),
  })
  listReconciliations(
    @Query() request: AdminListRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly AdminReconciliation[] | GeneratedFile> {
    const list = this.runs.list();
    return answerList(request, reply, {
      list,
      shown: (rows) => rows.map((row) => new AdminReconciliation(row)),
      columns: COLUMNS,
    });
  }

  @Route('GET', ':id', {
    summary: 'A comparison, with what differs.',
    answer: ReconciliationDetails,
    errors: { 404: 'There is no such comparison.' },
  })
  async reconciliation(@SubjectId() id: string): Promise<ReconciliationDetails> {
    const run = await this.runs.one(id.toLowerCase());
    if (!run) throw new NotFoundException('There is no such comparison.');
    const settled = await Promise.all(run.listed.map((difference) => this.differences.isSettled(difference)));
    return new ReconciliationDetails(run, settled);
  }

  @Route('POST', ':id/observe', {
    summary: 'Asks Stripe again for an object that differs. The next comparison shows what followed.',
    answer: Done,
    errors: { 404: 'It is not listed.', 409: 'Asking again would change nothing.' },
  })
  async observeDifference(@SubjectId() id: string, @Body() { objectId }: DifferenceRequest): Promise<Done> {
    await this.differences.observe(id.toLowerCase(), objectId);
    return DONE;
  }

  @Route('POST', ':id/settle', {
    summary: 'Settles a difference that was resolved outside Footnote. It comes back if one side changes.',
    answer: Done,
    errors: { 404: 'It is not listed.', 409: 'It cannot be settled here, or was settled already.' },
  })
  async settleDifference(
    @SubjectId() id: string,
    @Body() { objectId, reason }: SettleDifferenceRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<Done> {
    await this.differences.settle(id.toLowerCase(), objectId, reason, admin);
    return DONE;
  }
}

const COLUMNS = {
  id: (run: AdminReconciliation) => run.id,
  at: (run: AdminReconciliation) => run.at,
  since: (run: AdminReconciliation) => run.since,
  mode: (run: AdminReconciliation) => run.mode,
  differences: (run: AdminReconciliation) => run.differences,
  pending: (run: AdminReconciliation) => run.pending,
  foreign: (run: AdminReconciliation) => run.foreign,
  settled: (run: AdminReconciliation) => run.settled,
};
