import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Cron } from '@nestjs/schedule';
import { ReconciliationRecord } from '../../domain/payment/reconciliation.js';
import { Payments } from '../../infrastructure/payments/payments.port.js';
import { causedBy, systemRun } from '../../kernel/causation.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { EventLog } from '../../kernel/event-log.js';
import { States } from '../../kernel/states.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { payments as view } from '../../projections/payments/payments.js';
import { PaymentsReader } from '../../projections/payments/payments.reader.js';
import { stripeEvents } from '../../projections/payments/stripe-events.js';
import { ReconciliationRun } from './reconciliation-run.js';
import type { ReconciliationReport } from './report.js';

const DAY_MS = 86_400_000;
/**
 * The provider keeps its events for so long. The job looks at all of it, so a difference is reported until it is gone; an
 * event that is parked is reported until it is settled.
 */
const JOB_DAYS = 30;

/** Compares the payment provider with the log, in both directions, and adds to the log what is missing. */
@Injectable()
export class Reconciliation {
  private readonly logger = new Logger('Reconciliation');

  constructor(
    private readonly commands: CommandBus,
    private readonly payments: Payments,
    private readonly states: States,
    private readonly reader: PaymentsReader,
    private readonly views: ViewProgress,
    private readonly log: EventLog,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Reconciles the last 30 days once a day. Differences go to the log of the program. */
  @Cron('23 4 * * *')
  async everyDay(): Promise<void> {
    const since = new Date(this.clock.now().getTime() - JOB_DAYS * DAY_MS);
    try {
      const { differences } = await this.reconcile(since);
      if (differences.length === 0) return;
      this.logger.error(
        `the payment provider and the log differ on ${differences.length} objects: the command reconcile --since ${since.toISOString().slice(0, 10)} lists them`,
      );
    } catch (error) {
      this.logger.error(
        `the reconciliation failed: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  /**
   * Compares all that happened from `since`, and records the run. Running twice or at the same time is safe.
   * @throws PaymentsUnavailableError, and Error while the view of the payments is behind
   */
  async reconcile(since: Date): Promise<ReconciliationReport> {
    if (
      !(await this.views.seen(
        [view.name, stripeEvents.name],
        await this.log.head(),
        'views of a reconciliation',
      ))
    ) {
      throw new Error('the list of payments is behind or being rebuilt: please try again later');
    }
    const { commands, payments, states, reader } = this;
    const now = this.clock.now();
    const run = new ReconciliationRun({ commands, payments, states, reader, since, now });
    const runId = this.ids.uuid();
    return causedBy(systemRun('reconciliation', runId), async () => {
      const report = await run.report();
      await commands.execute(ReconciliationRecord.RecordReconciliation(recordOf(runId, report)));
      return report;
    });
  }
}

/** What the log keeps of a report. */
function recordOf(
  runId: string,
  report: ReconciliationReport,
): Parameters<typeof ReconciliationRecord.RecordReconciliation>[0] {
  const { differences: listed, pending, foreign, settled, balance, ...rest } = report;
  return {
    runId,
    ...rest,
    differences: listed.length,
    listed,
    pending: pending.count,
    foreign: foreign.count,
    settled: settled.count,
    balance: balance.totals,
  };
}
