import type { CommandBus } from '@nestjs/cqrs';
import { type PaymentState, refundableIntentOf } from '../../domain/payment/payment-state.js';
import { Payment } from '../../domain/payment/payment.js';
import type { Compared, Difference } from '../../domain/payment/reconciliation.js';
import { StripeEvent } from '../../domain/payment/stripe-event.js';
import { isSettled, stateIn, StripeObserved, waysOut } from '../../domain/payment/stripe-observed.js';
import type { Movement, Payments, ProviderEvent } from '../../infrastructure/payments/payments.port.js';
import type { States } from '../../kernel/states.js';
import { type Undecodable, unlessUndecodable } from '../../kernel/undecodable.js';
import type { PaymentsReader } from '../../projections/payments/payments.reader.js';
import { differenceOf, isDecided, sideInLog, sideOfMovement, sideOfObservation } from './comparison.js';
import { referenceOf } from '../payments/provider-objects.js';
import { Findings } from './findings.js';
import type { ReconciliationReport } from './report.js';

const HOUR_MS = 3_600_000;
const EVENT_DAYS_MS = 30 * 86_400_000;
const PAGE = 500;
/** So many objects that the provider has listed are remembered; of the others the log's side asks one by one. */
const MOST_REMEMBERED = 200_000;

/** The provider's side of a payment that only the log has named. */
const UNSEEN = { provider: null, createdAt: null };

export interface ReconciliationParts {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly payments: Pick<Payments, 'mode' | 'events' | 'movements' | 'balance' | 'observe'>;
  readonly states: Pick<States, 'of'>;
  readonly reader: Pick<PaymentsReader, 'movedSince' | 'parkedEvents'>;
  readonly since: Date;
  readonly now: Date;
}

interface Repair {
  readonly index: number;
  readonly command:
    ReturnType<typeof StripeEvent.ReceiveStripeEvent> | ReturnType<typeof StripeObserved.ObserveStripeObject>;
}

interface Judged {
  /** Whether a difference may still vanish by itself. */
  readonly isYoung: boolean;
  /** The payment that the object belongs to. */
  readonly known: PaymentState;
  /** The provider's id of it; null if the object names none. */
  readonly paymentIntentId: string | null;
}

/** One comparison of the payment provider with the log. Both are read page by page. */
export class ReconciliationRun {
  private readonly found = new Findings();
  private readonly repairs: Repair[] = [];
  /** What events younger than an hour are about: the log may not show it yet. */
  private readonly changing = new Set<string>();
  /** The charges (by our reference), refunds and disputes that the provider has listed. */
  private readonly listed = new Set<string>();
  /** The payments that events are about which this run adds to the log. */
  private readonly ingested = new Set<string>();
  private readonly youngSince: string;
  /** When the provider's oldest events are from. */
  private readonly oldestEvent: Date;

  constructor(private readonly parts: ReconciliationParts) {
    const { now } = parts;
    this.youngSince = new Date(now.getTime() - HOUR_MS).toISOString();
    this.oldestEvent = new Date(now.getTime() - EVENT_DAYS_MS);
  }

  /** Compares, then repairs: what is found does not depend on how fast reactions act on the repairs. */
  async report(): Promise<ReconciliationReport> {
    const { payments, since, now } = this.parts;
    const eventsSince = since > this.oldestEvent ? since : this.oldestEvent;
    for await (const event of payments.events(eventsSince)) {
      await unlessUndecodable(this.compareEvent(event), (unread) => this.addUnreadEvent(event, unread));
    }
    for await (const movement of payments.movements(since)) {
      await unlessUndecodable(this.compareMovement(movement), (unread) =>
        this.addUnreadMovement(movement, unread),
      );
    }
    await this.comparePayments();
    await this.listParkedEvents();
    for await (const line of payments.balance(since)) this.found.addLine(line);
    for (const { index, command } of this.repairs) {
      const repair =
        command instanceof StripeEvent.commands.ReceiveStripeEvent
          ? 'event ingested'
          : 'observation appended';
      await unlessUndecodable(
        this.parts.commands.execute(command).then(() => this.found.repaired(index, repair)),
        () => undefined,
      );
    }
    return this.found.report({ since: since.toISOString(), at: now.toISOString(), mode: payments.mode });
  }

  private async compareEvent(event: ProviderEvent): Promise<void> {
    const { states, payments } = this.parts;
    const { stripeEventId, eventType, objectId } = event;
    this.found.count('event');
    const createdAt = new Date(event.created * 1000).toISOString();
    const isYoung = createdAt > this.youngSince;
    if (isYoung && objectId !== null) this.changing.add(objectId);
    if ((await states.of(StripeEvent, stripeEventId)).received) return;
    const seen = objectId === null ? [] : await payments.observe(objectId);
    const [first] = seen;
    const row = {
      object: 'event' as const,
      objectId: stripeEventId,
      reference: first ? await referenceOf(this.parts, first) : null,
      provider: { amount: sideOfObservation(seen)?.amount ?? null, state: `${eventType} ${objectId ?? ''}` },
      log: null,
      createdAt,
    };
    if (seen.length > 0 && row.reference === null) {
      this.found.addForeign(row);
      return;
    }
    const index = this.found.add(row, isYoung ? 'pending' : 'counts');
    if (index === null) return;
    this.repairs.push({ index, command: StripeEvent.ReceiveStripeEvent(event) });
    if (row.reference !== null) this.ingested.add(row.reference);
  }

  private addUnreadEvent({ stripeEventId, eventType, created }: ProviderEvent, unread: Undecodable): void {
    const createdAt = new Date(created * 1000).toISOString();
    const provider = { amount: null, state: eventType };
    const row = { object: 'event' as const, objectId: stripeEventId, reference: null, provider, createdAt };
    this.found.addUnreadable(row, unread);
  }

  private addUnreadMovement(
    { kind: object, objectId, amount, state, createdAt }: Movement,
    unread: Undecodable,
  ): void {
    const provider = { amount, state };
    this.found.addUnreadable({ object, objectId, reference: null, provider, createdAt }, unread);
  }

  private async compareMovement(movement: Movement): Promise<void> {
    const { kind, objectId, createdAt, amount, state } = movement;
    const reference = await referenceOf(this.parts, movement);
    this.found.count(kind);
    const row = { object: kind, objectId, reference, createdAt };
    if (reference === null) {
      this.found.addForeign({ ...row, provider: { amount, state }, log: null });
      return;
    }
    // The provider's words for disputes say nothing without what happened to the money.
    const provider =
      kind === 'dispute'
        ? (sideOfObservation(await this.parts.payments.observe(objectId)) ?? { amount, state })
        : sideOfMovement(movement);
    if (!provider) return;
    const known = await this.parts.states.of(Payment, reference);
    const key = kind === 'charge' ? reference : objectId;
    // A reference is charged once: a second charge is not what the log shows.
    const isSecond = kind === 'charge' && this.listed.has(key);
    const log = isSecond ? null : sideInLog(kind, objectId, known);
    if (this.listed.size < MOST_REMEMBERED) this.listed.add(key);
    const { sessionId } = known.checkout ?? {};
    const isYoung =
      createdAt > this.youngSince ||
      this.changing.has(objectId) ||
      (kind === 'charge' && sessionId !== undefined && this.changing.has(sessionId));
    const { paymentIntentId } = movement;
    await this.judge({ ...row, provider, log }, { isYoung, known, paymentIntentId });
  }

  /** Takes in an object with both sides, and repairs what differs. */
  private async judge(object: Compared, { isYoung, known, paymentIntentId }: Judged): Promise<void> {
    const { objectId, provider, log } = object;
    const kind = differenceOf(provider, log);
    if (kind === null || isYoung) {
      this.found.add(object, isYoung ? 'pending' : 'counts');
      return;
    }
    const observed = await this.parts.states.of(StripeObserved, `${objectId}-${stateIn(provider)}`);
    const isOver =
      (object.object === 'charge' && provider !== null && isDecided(known, paymentIntentId)) ||
      isSettled({ kind, provider, log }, observed);
    const index = this.found.add(object, isOver ? 'settled' : 'counts');
    // What was asked for before would change nothing.
    if (index === null || observed.askedBy.includes(null)) return;
    this.repairLater(index, { ...object, kind }, { known, paymentIntentId });
  }

  /** Looks at the provider for what only the log contains. */
  private async comparePayments(): Promise<void> {
    const { reader, states, since } = this.parts;
    for (let last = null, isMore = true; isMore;) {
      const page = await reader.movedSince(since, { limit: PAGE, after: last });
      for (const { _id: reference, movedAt, paymentIntentId } of page) {
        const isYoung = movedAt !== null && movedAt > this.youngSince;
        const compared = states
          .of(Payment, reference)
          .then((known) => this.comparePayment(reference, known, isYoung));
        const objectId = paymentIntentId ?? reference;
        await unlessUndecodable(compared, (unread) =>
          this.found.addUnreadable({ ...UNSEEN, object: 'charge', objectId, reference }, unread),
        );
      }
      last = page.at(-1) ?? null;
      isMore = page.length === PAGE;
    }
  }

  private async comparePayment(reference: string, known: PaymentState, isYoung: boolean): Promise<void> {
    const { confirmedAt, paymentIntentId } = known;
    const isInPeriod = confirmedAt !== null && confirmedAt >= this.parts.since.toISOString();
    const charge = isInPeriod && paymentIntentId !== null && !this.listed.has(reference);
    const objects = [
      ...(charge ? [['charge', paymentIntentId] as const] : []),
      ...Object.keys(known.refunds).map((id) => ['refund', id] as const),
      ...Object.keys(known.disputes).map((id) => ['dispute', id] as const),
    ];
    for (const [object, objectId] of objects) {
      if (this.listed.has(objectId)) continue;
      const provider = sideOfObservation(await this.parts.payments.observe(objectId));
      const log = sideInLog(object, objectId, known);
      const row = { object, objectId, reference, provider, log, createdAt: null };
      const young = isYoung || this.changing.has(objectId);
      const intentId = object === 'charge' ? objectId : null;
      await this.judge(row, { isYoung: young, known, paymentIntentId: intentId });
    }
  }

  /**
   * Lists what could not be acted on until an admin has settled it, however old it is: what it is about may have left the
   * period, and the provider's events.
   */
  private async listParkedEvents(): Promise<void> {
    const parked = await this.parts.reader.parkedEvents();
    for (const { _id: objectId, eventType, objectId: about, reason, parkedAt } of parked) {
      this.found.addParked({
        object: 'event',
        objectId,
        reference: null,
        provider: { amount: null, state: `${eventType} ${about ?? ''}` },
        log: { amount: null, state: `parked ${parkedAt}: ${reason}` },
        createdAt: null,
      });
    }
  }

  /** Adds an observation for a difference that no event of this run repairs, if the log's side is only behind. */
  private repairLater(
    index: number,
    { object, objectId, reference, provider, log, kind }: Omit<Difference, 'repair'>,
    { known, paymentIntentId }: { readonly known: PaymentState; readonly paymentIntentId: string | null },
  ): void {
    if (!provider?.amount || reference === null || object === 'event' || this.ingested.has(reference)) return;
    if (!known.started || !waysOut({ object, kind, log }).observe) return;
    const ofCharge = known.checkout?.sessionId ?? refundableIntentOf(known) ?? paymentIntentId;
    const fetchId = object === 'charge' ? ofCharge : objectId;
    if (fetchId === null) return;
    const { amount } = provider;
    const state = stateIn(provider);
    const seen = { objectId, state, kind: object, reference, amount, fetchId, actId: null };
    this.repairs.push({ index, command: StripeObserved.ObserveStripeObject(seen) });
  }
}
