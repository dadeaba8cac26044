import { STRIPE_API_VERSION } from '../stripe-client.js';

/** Some of the fields that Stripe's objects have: those that the adapter reads, and what it takes to look like one. */
interface Thing {
  readonly id: string;
  /** In seconds since 1970. */
  readonly created: number;
  readonly livemode: false;
}

export type Metadata = Readonly<Record<string, string>>;

export interface SandboxSession extends Thing {
  readonly object: 'checkout.session';
  readonly mode: 'payment';
  readonly status: 'open' | 'complete' | 'expired';
  readonly payment_status: 'paid' | 'unpaid';
  readonly amount_total: number;
  readonly currency: string;
  readonly client_reference_id: string | null;
  readonly metadata: Metadata;
  readonly payment_intent: string | null;
  readonly expires_at: number;
  readonly success_url: string;
  readonly cancel_url: string | null;
  readonly url: string | null;
  /** Not shown by the API. */
  readonly sandbox: {
    readonly title: string;
    readonly intentMetadata: Metadata;
    readonly wasDeclined: boolean;
  };
}

export interface SandboxIntent extends Thing {
  readonly object: 'payment_intent';
  readonly status: 'succeeded' | 'processing' | 'requires_payment_method';
  readonly amount: number;
  readonly amount_received: number;
  readonly currency: string;
  readonly metadata: Metadata;
  readonly latest_charge: string;
  /** Not shown by the API. */
  readonly sandbox: { readonly title: string; readonly sessionId: string };
}

export interface SandboxCharge extends Thing {
  readonly object: 'charge';
  readonly status: 'succeeded' | 'pending' | 'failed';
  readonly paid: boolean;
  readonly amount: number;
  readonly amount_refunded: number;
  readonly refunded: boolean;
  readonly disputed: boolean;
  readonly currency: string;
  readonly metadata: Metadata;
  readonly payment_intent: string;
  readonly balance_transaction: string | null;
  readonly receipt_url: string | null;
}

export interface SandboxRefund extends Thing {
  readonly object: 'refund';
  readonly status: 'succeeded' | 'failed';
  readonly amount: number;
  readonly currency: string;
  readonly charge: string;
  readonly payment_intent: string;
  readonly metadata: Metadata;
  readonly balance_transaction: string;
  readonly failure_balance_transaction?: string;
  readonly failure_reason?: string;
}

export interface SandboxDispute extends Thing {
  readonly object: 'dispute';
  readonly status: 'warning_needs_response' | 'warning_closed' | 'needs_response' | 'won' | 'lost';
  readonly reason: string;
  readonly amount: number;
  readonly currency: string;
  readonly charge: string;
  readonly payment_intent: string;
  readonly metadata: Metadata;
  readonly balance_transactions: readonly SandboxLine[];
  /** Not shown by the API: the net of the sandbox does not read its own balance lines. */
  readonly sandbox: { readonly isWithdrawn: boolean; readonly fees: number };
}

export interface SandboxWarning extends Thing {
  readonly object: 'radar.early_fraud_warning';
  readonly actionable: boolean;
  readonly fraud_type: string;
  readonly charge: string;
  readonly payment_intent: string;
}

export interface SandboxLine extends Thing {
  readonly object: 'balance_transaction';
  readonly type: 'charge' | 'refund' | 'refund_failure' | 'adjustment';
  readonly amount: number;
  readonly fee: number;
  readonly net: number;
  readonly currency: string;
  readonly exchange_rate: null;
  readonly source: string;
}

export interface SandboxEvent extends Thing {
  readonly object: 'event';
  readonly type: string;
  readonly api_version: string;
  readonly pending_webhooks: number;
  readonly request: null;
  readonly data: { readonly object: object };
}

export type SandboxObject =
  | SandboxSession
  | SandboxIntent
  | SandboxCharge
  | SandboxRefund
  | SandboxDispute
  | SandboxWarning
  | SandboxLine
  | SandboxEvent;

/** What Stripe calls a kind of object. */
export type Kind = SandboxObject['object'];

export type ObjectOf<K extends Kind> = Extract<SandboxObject, { object: K }>;

/** How the ids of each kind begin. */
export const PREFIX: Readonly<Record<Kind, string>> = {
  'checkout.session': 'cs_test_',
  payment_intent: 'pi_',
  charge: 'ch_',
  refund: 're_',
  dispute: 'du_',
  'radar.early_fraud_warning': 'issfr_',
  balance_transaction: 'txn_',
  event: 'evt_',
};

/** An object as the API shows it. */
export function shown(thing: SandboxObject): Record<string, unknown> {
  const { sandbox: _, ...fields } = { sandbox: null, ...thing };
  return fields;
}

/** The provider's fee of a charge, in the smallest unit of its currency. */
export function feeOf(amount: number): number {
  return Math.round(amount * 0.029) + 30;
}

/** The provider's fee of a dispute that takes the money back. */
export const DISPUTE_FEE = 1500;

/** What every event has in common. */
export const EVENT_FACTS = {
  object: 'event',
  api_version: STRIPE_API_VERSION,
  pending_webhooks: 1,
  request: null,
} as const;
