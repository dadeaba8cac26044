import type { Money } from '../../../domain/money.js';

export interface SandboxCheckout {
  readonly sessionId: string;
  readonly title: string;
  readonly price: Money;
  readonly status: 'open' | 'complete' | 'expired';
  readonly wasDeclined: boolean;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Where a paid checkout returns to. */
  readonly successUrl: string;
  readonly cancelUrl: string | null;
}

export const CHECKOUT_ACTS = ['pay', 'pay-later', 'decline', 'expire'] as const;
export type CheckoutAct = (typeof CHECKOUT_ACTS)[number];

/** What can be done about a payment: `arrive` and `fail` end one that takes some days. */
export const PAYMENT_ACTS = ['arrive', 'fail', 'refund', 'inquire', 'dispute', 'warn'] as const;
export type PaymentAct = (typeof PAYMENT_ACTS)[number];

export const DISPUTE_ACTS = ['escalate', 'close', 'withdraw', 'reinstate', 'win', 'lose'] as const;
export type DisputeAct = (typeof DISPUTE_ACTS)[number];

export interface SandboxPayment {
  readonly paymentIntentId: string;
  readonly sessionId: string;
  readonly title: string;
  readonly price: Money;
  readonly refunded: Money;
  readonly state: 'on its way' | 'paid' | 'failed';
  /** ISO 8601. */
  readonly paidAt: string;
  readonly acts: readonly PaymentAct[];
  readonly refunds: readonly {
    readonly refundId: string;
    readonly amount: Money;
    readonly canFail: boolean;
  }[];
  readonly disputes: readonly {
    readonly disputeId: string;
    /** Stripe's word. */
    readonly status: string;
    readonly isWithdrawn: boolean;
    readonly acts: readonly DisputeAct[];
  }[];
}

/** The sandbox refuses a request or an act, as Stripe would. */
export class SandboxRefusedError extends Error {
  override readonly name = 'SandboxRefusedError';

  /** @param code Stripe's word, such as `resource_missing` */
  constructor(
    message: string,
    readonly code: string,
    readonly status: 400 | 401 | 404 = 400,
    /** The parameter that is wrong; null for none. */
    readonly parameter: string | null = null,
  ) {
    super(message);
  }
}

/** What a payment provider that is played inside the server lets people do instead of buyers, banks and operators. */
export abstract class PaymentSandbox {
  /** The checkout page; null for an unknown id. */
  abstract checkout(sessionId: string): SandboxCheckout | null;

  /** The newest payments, newest first. */
  abstract payments(limit: number): readonly SandboxPayment[];

  /** One payment; null for an unknown id. */
  abstract payment(paymentIntentId: string): SandboxPayment | null;

  /** @throws SandboxRefusedError when the state does not allow it, or for an unknown id */
  abstract actOnCheckout(sessionId: string, act: CheckoutAct): void;

  /** @param amount of a refund; null for all that is left. @throws SandboxRefusedError as above */
  abstract actOnPayment(paymentIntentId: string, act: PaymentAct, amount: number | null): void;

  /** @throws SandboxRefusedError as above */
  abstract actOnDispute(disputeId: string, act: DisputeAct): void;

  /** A refund comes back. @throws SandboxRefusedError as above */
  abstract failRefund(refundId: string): void;

  /** Starts to deliver webhooks to this address. What was not delivered before is delivered now. */
  abstract deliverTo(endpoint: string): void;

  /** Sends no webhooks about what has happened so far: who played it knows all of it. */
  abstract forgetDeliveries(): void;

  /** Stops the deliveries and closes the file. */
  abstract close(): Promise<void>;
}
