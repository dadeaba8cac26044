import { Injectable, Logger } from '@nestjs/common';
import { BadWebhookError } from '../../infrastructure/payments/payments.port.js';
import { Clock } from '../../kernel/clock.js';

const HOUR_MS = 3_600_000;
const MANY = 3;

/** Webhooks that were refused since the last one was accepted. */
interface Refusals {
  readonly count: number;
  /** How many of them a secret of ours has signed: all others may come from anybody. */
  readonly signed: number;
  readonly since: Date;
  /** Of the last one that was signed; without such a one, of the last. */
  readonly reason: string;
}

/** Remembers, until the process ends, what was refused since the last webhook that was accepted. */
@Injectable()
export class RefusedWebhooks {
  private readonly logger = new Logger('Webhooks');
  private refusals: Refusals | null = null;
  private lastAccepted = Number.NEGATIVE_INFINITY;

  constructor(private readonly clock: Clock) {}

  refused({ message, isSigned }: BadWebhookError): void {
    this.logger.warn(`a webhook was refused: ${message}`);
    const { count, signed, since, reason } = this.refusals ?? {
      count: 0,
      signed: 0,
      since: this.clock.now(),
      reason: message,
    };
    this.refusals = {
      count: count + 1,
      signed: signed + (isSigned ? 1 : 0),
      since,
      reason: signed > 0 && !isSigned ? reason : message,
    };
  }

  /** For one that no code of ours has read: too long, no JSON, or too deep. */
  unreadable(): void {
    this.refused(new BadWebhookError('the body cannot be read'));
  }

  accepted(): void {
    this.refusals = null;
    this.lastAccepted = this.clock.now().getTime();
  }

  /** Three or more, if none was accepted in the last hour; else null. */
  get many(): Refusals | null {
    const isLong = this.clock.now().getTime() - this.lastAccepted >= HOUR_MS;
    return isLong && this.refusals && this.refusals.count >= MANY ? this.refusals : null;
  }

  /** Whether many of them come from the provider. */
  get isProven(): boolean {
    return (this.refusals?.signed ?? 0) >= MANY;
  }
}
