import type { Money } from '../../domain/money.js';
import type { Dispute, Purpose, RefundState } from '../../domain/payment/payment-facts.js';
import type { StripeEvent } from '../../domain/payment/stripe-event.js';
import type { EventsOf } from '../../kernel/event.js';
import { PausingError } from '../../kernel/reaction.js';

/** Whether real money moves. */
export type PaymentMode = 'test' | 'live';

export interface NewCheckout {
  /** Our reference, and the idempotency key: the same checkout created twice is one page. */
  readonly reference: string;
  readonly userId: string | null;
  readonly purpose: Purpose;
  readonly price: Money;
  /** What is bought, as the page shows it. */
  readonly title: string;
  /** ISO 8601; 30 minutes to 24 hours ahead. */
  readonly expiresAt: string;
  /** `{CHECKOUT_SESSION_ID}` in it is replaced by the id of the session. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export interface CheckoutPage {
  readonly sessionId: string;
  readonly url: string;
}

/** The payment that an object belongs to. */
interface Owned {
  /** Our reference from the object's metadata; null for an object that we did not create. */
  readonly reference: string | null;
}

/** What belongs to a payment that was made. */
interface OfIntent extends Owned {
  /** The provider's id of that payment; null if it names none. */
  readonly paymentIntentId: string | null;
}

/** What the provider shows of a payment now. */
export interface PaymentSeen extends Owned {
  readonly kind: 'payment';
  readonly state: 'unpaid' | 'pending' | 'paid' | 'failed' | 'expired';
  /** Null while nothing was paid. */
  readonly paymentIntentId: string | null;
  readonly price: Money;
  readonly mode: PaymentMode;
  /** The account that the metadata names; null for none. */
  readonly userId: string | null;
  /** What the metadata says it is for; null when it does not say. */
  readonly purpose: Purpose['kind'] | null;
}

/** What the provider shows of an object now. */
export type Observation =
  | PaymentSeen
  | (OfIntent & {
      readonly kind: 'refund';
      readonly providerRefundId: string;
      readonly amount: Money;
      readonly state: RefundState;
    })
  | (OfIntent & {
      readonly kind: 'dispute';
      readonly dispute: Dispute;
      /** How often its money has moved: withdrawn, then reinstated. */
      readonly moves: number;
    })
  | (OfIntent & { readonly kind: 'fraud warning'; readonly warningId: string });

export interface RefundOrder {
  readonly paymentIntentId: string;
  readonly reference: string;
  /** Our id, and the idempotency key. */
  readonly refundId: string;
  readonly amount: Money;
}

/** An event of the provider, reduced to the fields that we store. */
export type ProviderEvent = EventsOf<typeof StripeEvent.events>['StripeEventReceived'];

/** An object that moved money, for reconciliation. */
export interface Movement extends OfIntent {
  readonly kind: 'charge' | 'refund' | 'dispute';
  readonly objectId: string;
  readonly amount: Money;
  /** The provider's word, such as `succeeded` or `needs_response`. */
  readonly state: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** A line of our balance at the provider, in the settlement currency. Amounts can be negative. */
export interface BalanceLine {
  readonly id: string;
  /** The charge, refund or dispute; null for payouts and the like. */
  readonly objectId: string | null;
  readonly type: string;
  readonly currency: string;
  readonly amount: number;
  readonly fee: number;
  readonly net: number;
  /** From the currency of the object; null for the same currency. */
  readonly exchangeRate: number | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

/**
 * The payment provider. Every method that calls it throws PaymentsUnavailableError when it can't be reached, is overloaded
 * or rejects our key, and PaymentRefusedError when it refuses the request.
 */
export abstract class Payments {
  abstract readonly mode: PaymentMode;

  /** Creates the checkout page. Idempotent by the reference. */
  abstract openCheckout(checkout: NewCheckout): Promise<CheckoutPage>;

  /**
   * Closes the page of a checkout, so that it can no longer be paid.
   * @throws PaymentRefusedError if it is not open: it is paid, on its way, or was closed before
   */
  abstract closeCheckout(sessionId: string): Promise<PaymentSeen>;

  /**
   * Fetches an object by its id: a checkout session, payment intent, charge, refund, dispute or fraud warning. A charge
   * shows all refunds of its payment. Empty for an object that the provider does not know, and for other kinds.
   * @param limitMs how long to wait for an answer, without a repetition; by default longer, with repetitions
   */
  abstract observe(objectId: string, limitMs?: number): Promise<readonly Observation[]>;

  /**
   * Asks once for something that is always there, and waits 20 s.
   * @throws PaymentsUnavailableError while the provider answers nobody
   */
  abstract probe(): Promise<void>;

  /** The address of the receipt, or null without a receipt. It expires, so it is never stored. */
  abstract receiptUrl(paymentIntentId: string): Promise<string | null>;

  /**
   * Gives money back. Idempotent by `refundId`, also after the provider has forgotten the key: the refunds of the payment
   * are listed first.
   * @param limitMs how long to wait for each answer, without a repetition; by default longer, with repetitions
   */
  abstract refund(order: RefundOrder, limitMs?: number): Promise<readonly Observation[]>;

  /**
   * Reads a webhook after checking its signature against each of our secrets.
   * @param body the raw body
   * @param signatures the values of the `Stripe-Signature` header: exactly one
   * @throws BadWebhookError for a bad signature, an age of more than 300 s in either direction, or a body that is no event
   */
  abstract verify(body: Buffer, signatures: readonly string[], now: Date): ProviderEvent;

  /** The provider's events of the types that we act on, from `since` (at most 30 days back), oldest first. */
  abstract events(since: Date): AsyncIterable<ProviderEvent>;

  /** Charges, refunds and disputes created from `since`. */
  abstract movements(since: Date): AsyncIterable<Movement>;

  /** The lines of the balance created from `since`. */
  abstract balance(since: Date): AsyncIterable<BalanceLine>;
}

/** The payment provider can't be reached, answers too late, rejects our key, or refuses because of too many requests. */
export class PaymentsUnavailableError extends PausingError {
  override readonly name = 'PaymentsUnavailableError';

  /**
   * @param isAnswer whether it answered with an error of its own (5xx). The same request with the same key then gets the
   * same answer again, and other requests may succeed.
   * @param isSilence whether no answer came, or not in time. Other requests may succeed.
   */
  constructor(
    message: string,
    readonly isAnswer = false,
    readonly isSilence = false,
  ) {
    super(message);
  }
}

export class PaymentRefusedError extends Error {
  override readonly name = 'PaymentRefusedError';

  /** @param code the provider's word, such as `charge_already_refunded`; null for none */
  constructor(
    message: string,
    readonly code: string | null,
  ) {
    super(message);
  }
}

/** A webhook that must not be stored. */
export class BadWebhookError extends Error {
  override readonly name = 'BadWebhookError';

  /** @param isSigned whether one of our secrets has signed it, so that the provider has sent it */
  constructor(
    message: string,
    readonly isSigned = false,
  ) {
    super(message);
  }
}
