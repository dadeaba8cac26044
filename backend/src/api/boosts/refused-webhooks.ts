import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { BadWebhookError } from '../../infrastructure/payments/payments.port.js';

const HOUR_MS = 3_600_000;
/** So many within an hour are no accident. */
const MANY = 3;

/** Webhooks that were refused since the last one was accepted. */
interface Refusals {
  readonly count: number;
  readonly since: Date;
  /** Of the last one that the provider has sent; without such a one, of the last. */
  readonly reason: string;
  /** Whether the provider has sent one of them: all others may come from anybody. */
  readonly isSigned: boolean;
}

/** Remembers, until the process ends, what was refused since the last webhook that was accepted. */
@Injectable()
export class RefusedWebhooks {
  private refusals: Refusals | null = null;
  private lastTimes: readonly number[] = [];
  private areMany = false;

  constructor(private readonly clock: Clock) {}

  refused({ message, isSigned }: BadWebhookError): void {
    const now = this.clock.now();
    const before = this.refusals;
    this.lastTimes = [...this.lastTimes, now.getTime()].slice(-MANY);
    const [first = 0] = this.lastTimes;
    this.areMany ||= this.lastTimes.length === MANY && now.getTime() - first <= HOUR_MS;
    this.refusals = {
      count: (before?.count ?? 0) + 1,
      since: before?.since ?? now,
      reason: before?.isSigned && !isSigned ? before.reason : message,
      isSigned: isSigned || (before?.isSigned ?? false),
    };
  }

  accepted(): void {
    this.refusals = null;
    this.lastTimes = [];
    this.areMany = false;
  }

  /** Three refusals or more within an hour, and no webhook was accepted since; else null. */
  get many(): Refusals | null {
    return this.areMany ? this.refusals : null;
  }
}
