import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Interval } from '@nestjs/schedule';
import { Boosts, NOTICE_MS } from '../../domain/boosts/boosts.js';
import { causedBy, systemRun } from '../../kernel/causation.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { forEachSettled } from '../../kernel/settle-all.js';
import { PaymentsReader } from '../../projections/payments/payments.reader.js';
import type { PaymentWithBoost } from '../../projections/payments/shown-payments.js';
import { OneAtATime } from './one-at-a-time.js';

const EVERY_MS = 20_000;

/**
 * Records the ends of boosts, and notifies owners an hour before. Boosts come from the view and the wallet decides, so
 * running twice or late is safe: an end is recorded with the time that it had.
 */
@Injectable()
export class BoostTimes {
  constructor(
    private readonly commands: CommandBus,
    private readonly payments: PaymentsReader,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Handles the boosts that have ended or end within the hour: 1,000 of each, and the rest in the next runs. */
  @Interval(EVERY_MS)
  @OneAtATime()
  async record(): Promise<void> {
    const date = this.clock.now();
    const now = date.toISOString();
    await causedBy(systemRun('boost-times', this.ids.uuid()), async () => {
      const ended = await this.payments.endedBoosts(date);
      const ending = await this.payments.endingBoosts(new Date(date.getTime() + NOTICE_MS));
      const due = [
        ...ended.map((boost) => Boosts.ExpireBoost({ ...nameOf(boost), now })),
        ...ending.map((boost) => Boosts.NotifyBoostEnding({ ...nameOf(boost), now })),
      ];
      // One wallet that fails must not stop the others.
      await forEachSettled(due, (command) => this.commands.execute(command));
    });
  }
}

const nameOf = ({ _id: boostId, userId }: PaymentWithBoost) => ({ userId: userId ?? '', boostId });
