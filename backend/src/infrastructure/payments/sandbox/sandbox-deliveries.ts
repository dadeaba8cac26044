import { Stripe } from 'stripe';
import type { Clock } from '../../../kernel/clock.js';
import type { KernelLogger } from '../../../kernel/logger.js';
import { Steps } from '../../../kernel/steps.js';
import type { SandboxStore } from './sandbox-store.js';

/** A webhook as it is sent. */
export interface SignedWebhook {
  readonly body: string;
  /** The `Stripe-Signature` header. */
  readonly signature: string;
}

export interface DeliverySettings {
  readonly webhookSecret: string;
  /** The pause before the first retry, in milliseconds; it doubles each time. 1 s by default. */
  readonly firstPauseMs?: number;
  /** The longest pause; a minute by default. */
  readonly longestPauseMs?: number;
}

const TRY_MS = 10_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

interface Retry {
  readonly pauseMs: number;
  /** By the monotonic clock. */
  readonly due: number;
}

/** Sends each event to the webhook endpoint until it answers 2xx. What is not delivered waits in the store. */
export class SandboxDeliveries {
  private endpoint: string | null = null;
  private readonly retries = new Map<string, Retry>();
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private isAskedAgain = false;
  private readonly delivered = new Steps();

  constructor(
    private readonly store: SandboxStore,
    private readonly settings: DeliverySettings,
    private readonly clock: Clock,
    private readonly logger: KernelLogger,
  ) {}

  start(endpoint: string): void {
    this.endpoint = endpoint;
    this.wake();
  }

  /** Delivers new events now. Does nothing before {@link start}. */
  wake(): void {
    if (this.endpoint === null || this.stopping.signal.aborted) return;
    clearTimeout(this.timer);
    this.isAskedAgain = true;
    this.running ??= this.run().finally(() => {
      this.running = null;
      if (this.isAskedAgain) this.wake();
    });
  }

  /** Resolves once every event so far is delivered. */
  async settled(): Promise<void> {
    await this.delivered.until(() => this.store.undelivered().length === 0);
  }

  /** Stops after the running request. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  /** The event as it would be sent now. @throws Error for an unknown event */
  signed(eventId: string): SignedWebhook {
    const event = this.store.find('event', eventId);
    if (!event) throw new Error(`the sandbox has no event ${eventId}`);
    const body = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: this.settings.webhookSecret,
      timestamp: Math.floor(this.clock.now().getTime() / 1000),
    });
    return { body, signature };
  }

  private async run(): Promise<void> {
    while (this.isAskedAgain) {
      this.isAskedAgain = false;
      for (const id of this.store.undelivered()) {
        if (this.stopping.signal.aborted) return;
        if ((this.retries.get(id)?.due ?? 0) <= performance.now()) await this.deliver(id);
      }
    }
    const dues = [...this.retries.values()].map(({ due }) => due);
    if (dues.length === 0 || this.stopping.signal.aborted) return;
    this.timer = setTimeout(() => this.wake(), Math.max(0, Math.min(...dues) - performance.now()));
    // A retry must not keep the process alive.
    this.timer.unref();
  }

  private async deliver(id: string): Promise<void> {
    const failure = await this.tryOnce(id);
    if (failure === null) {
      this.retries.delete(id);
      this.store.markDelivered(id);
      this.delivered.step();
      return;
    }
    if (this.stopping.signal.aborted) return;
    const { firstPauseMs = FIRST_PAUSE_MS, longestPauseMs = LONGEST_PAUSE_MS } = this.settings;
    const before = this.retries.get(id);
    const pauseMs = before ? Math.min(before.pauseMs * 2, longestPauseMs) : firstPauseMs;
    this.retries.set(id, { pauseMs, due: performance.now() + pauseMs });
    if (!before) this.logger.info({ event: id, because: failure }, 'a webhook of the sandbox is retried');
  }

  /** Why the endpoint did not take the event; null when it did. */
  private async tryOnce(id: string): Promise<string | null> {
    const { body, signature } = this.signed(id);
    try {
      const answer = await fetch(this.endpoint ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.stopping.signal, AbortSignal.timeout(TRY_MS)]),
      });
      await answer.body?.cancel();
      return answer.ok ? null : `HTTP ${answer.status}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}
