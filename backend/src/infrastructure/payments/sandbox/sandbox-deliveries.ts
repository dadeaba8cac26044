import { Stripe } from 'stripe';
import type { Clock } from '../../../kernel/clock.js';
import type { KernelLogger } from '../../../kernel/logger.js';
import { Steps } from '../../../kernel/steps.js';
import type { Timer } from '../../../kernel/timer.js';
import type { SandboxStore } from './sandbox-store.js';

/** A webhook as it is sent. */
export interface SignedWebhook {
  readonly body: string;
  /** The `Stripe-Signature` header. */
  readonly signature: string;
}

export interface DeliverySettings {
  readonly webhookSecret: string;
}

/** The pause before the first retry. It doubles each time. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

interface Retry {
  readonly pauseMs: number;
  /** By the timer. */
  readonly due: number;
}

/** Sends each event to the webhook endpoint until it answers 2xx. What is not delivered waits in the store. */
export class SandboxDeliveries {
  private endpoint: string | null = null;
  private readonly retries = new Map<string, Retry>();
  private readonly stopping = new AbortController();
  /** Ends the pause before the next retry. */
  private pausing = new AbortController();
  private running: Promise<void> | null = null;
  private isAskedAgain = false;
  private readonly delivered = new Steps();

  constructor(
    private readonly store: SandboxStore,
    private readonly settings: DeliverySettings,
    private readonly clock: Clock,
    private readonly logger: KernelLogger,
    private readonly timer: Timer,
  ) {}

  start(endpoint: string): void {
    this.endpoint = endpoint;
    this.wake();
  }

  /** Delivers new events now. Does nothing before {@link start}. */
  wake(): void {
    if (this.endpoint === null || this.stopping.signal.aborted) return;
    this.pausing.abort();
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
    this.pausing.abort();
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
        if ((this.retries.get(id)?.due ?? 0) <= this.timer.elapsed()) await this.deliver(id);
      }
    }
    const dues = [...this.retries.values()].map(({ due }) => due);
    if (dues.length === 0 || this.stopping.signal.aborted) return;
    void this.wakeIn(Math.max(0, Math.min(...dues) - this.timer.elapsed()));
  }

  private async wakeIn(milliseconds: number): Promise<void> {
    this.pausing = new AbortController();
    const { signal } = this.pausing;
    await this.timer.pause(milliseconds, signal);
    if (!signal.aborted) this.wake();
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
    const before = this.retries.get(id);
    const pauseMs = before ? Math.min(before.pauseMs * 2, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
    this.retries.set(id, { pauseMs, due: this.timer.elapsed() + pauseMs });
    if (!before) this.logger.info({ event: id, because: failure }, 'a webhook of the sandbox is retried');
  }

  /** Why the endpoint did not take the event; null when it did. */
  private async tryOnce(id: string): Promise<string | null> {
    const { body, signature } = this.signed(id);
    const late = new AbortController();
    const deadline = this.timer.deadline('sandbox webhook', () => late.abort(new Error('no answer in time')));
    try {
      const answer = await fetch(this.endpoint ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.stopping.signal, late.signal]),
      });
      await answer.body?.cancel();
      return answer.ok ? null : `HTTP ${answer.status}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      deadline.end();
    }
  }
}
