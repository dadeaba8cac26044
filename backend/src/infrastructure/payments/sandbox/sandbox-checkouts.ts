import {
  type Metadata,
  type SandboxCharge,
  type SandboxIntent,
  type SandboxSession,
  feeOf,
} from './sandbox-objects.js';
import type { SandboxLedger } from './sandbox-ledger.js';
import { SandboxRefusedError } from './payment-sandbox.port.js';

export interface NewSession {
  readonly amount: number;
  readonly currency: string;
  readonly title: string;
  readonly clientReferenceId: string | null;
  readonly metadata: Metadata;
  readonly intentMetadata: Metadata;
  /** In seconds since 1970. */
  readonly expiresAt: number;
  readonly successUrl: string;
  readonly cancelUrl: string | null;
}

const MINUTE = 60;
const SHORTEST = 30 * MINUTE;
const LONGEST = 24 * 60 * MINUTE;

/** Checkout sessions and what is paid on them. */
export class SandboxCheckouts {
  constructor(private readonly ledger: SandboxLedger) {}

  /** @throws SandboxRefusedError for a time that Stripe would not accept */
  create(wish: NewSession): SandboxSession {
    const ahead = wish.expiresAt - this.ledger.now;
    if (ahead < SHORTEST || ahead > LONGEST) {
      const text = 'The `expires_at` timestamp must be between 30 minutes and 24 hours from creation.';
      throw new SandboxRefusedError(text, 'parameter_invalid_integer', 400, 'expires_at');
    }
    const facts = this.ledger.facts('checkout.session');
    return this.ledger.put({
      object: 'checkout.session',
      ...facts,
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: wish.amount,
      currency: wish.currency,
      client_reference_id: wish.clientReferenceId,
      metadata: wish.metadata,
      payment_intent: null,
      expires_at: wish.expiresAt,
      success_url: wish.successUrl,
      cancel_url: wish.cancelUrl,
      // The pages that a checkout returns to and those of the sandbox are on the same server.
      url: `${new URL(wish.successUrl).origin}/sandbox/checkout/${facts.id}`,
      sandbox: { title: wish.title, intentMetadata: wish.intentMetadata, wasDeclined: false },
    });
  }

  /** The card is accepted. @throws SandboxRefusedError when the session is not open */
  pay(sessionId: string): SandboxSession {
    return this.complete(this.open(sessionId), 'succeeded');
  }

  /** A payment that takes some days, such as a debit: {@link settle} ends it. @throws SandboxRefusedError as `pay` */
  payLater(sessionId: string): SandboxSession {
    return this.complete(this.open(sessionId), 'pending');
  }

  /** The money of a payment that takes some days arrives, or does not. @throws SandboxRefusedError when none is on its way */
  settle(sessionId: string, arrives: boolean): SandboxSession {
    const session = this.ledger.require('checkout.session', sessionId);
    const intent = session.payment_intent && this.ledger.require('payment_intent', session.payment_intent);
    if (!intent || intent.status !== 'processing') {
      throw new SandboxRefusedError('No payment is on its way.', 'checkout_session_unexpected_state');
    }
    const charge = this.ledger.require('charge', intent.latest_charge);
    if (!arrives) {
      this.ledger.put({ ...charge, status: 'failed' });
      this.ledger.put({ ...intent, status: 'requires_payment_method' });
      this.ledger.emit('checkout.session.async_payment_failed', session);
      return session;
    }
    this.ledger.put({ ...charge, ...this.taken(charge, session) });
    this.ledger.put({ ...intent, status: 'succeeded', amount_received: intent.amount });
    const paid = this.ledger.put({ ...session, payment_status: 'paid' });
    this.ledger.emit('checkout.session.async_payment_succeeded', paid);
    return paid;
  }

  /** The card is declined; the session stays open for another try. @throws SandboxRefusedError as `pay` */
  decline(sessionId: string): SandboxSession {
    const session = this.open(sessionId);
    return this.ledger.put({ ...session, sandbox: { ...session.sandbox, wasDeclined: true } });
  }

  /** @throws SandboxRefusedError when the session is not open */
  expire(sessionId: string): SandboxSession {
    const expired = this.ledger.put({ ...this.open(sessionId), status: 'expired', url: null });
    this.ledger.emit('checkout.session.expired', expired);
    return expired;
  }

  expireOverdue(): void {
    for (const { id } of this.ledger.store.overdueSessions(this.ledger.now)) this.expire(id);
  }

  private open(sessionId: string): SandboxSession {
    const session = this.ledger.require('checkout.session', sessionId);
    if (session.status === 'open') return session;
    const text = `The checkout session is ${session.status}.`;
    throw new SandboxRefusedError(text, 'checkout_session_unexpected_state');
  }

  private complete(session: SandboxSession, status: 'succeeded' | 'pending'): SandboxSession {
    const { amount_total: amount, currency, sandbox } = session;
    const isPaid = status === 'succeeded';
    const intentFacts = this.ledger.facts('payment_intent');
    const charge: SandboxCharge = {
      object: 'charge',
      ...this.ledger.facts('charge'),
      status: 'pending',
      paid: false,
      amount,
      amount_refunded: 0,
      refunded: false,
      disputed: false,
      currency,
      metadata: sandbox.intentMetadata,
      payment_intent: intentFacts.id,
      balance_transaction: null,
      receipt_url: null,
    };
    this.ledger.put(isPaid ? { ...charge, ...this.taken(charge, session) } : charge);
    const intent: SandboxIntent = {
      object: 'payment_intent',
      ...intentFacts,
      status: isPaid ? 'succeeded' : 'processing',
      amount,
      amount_received: isPaid ? amount : 0,
      currency,
      metadata: sandbox.intentMetadata,
      latest_charge: charge.id,
      sandbox: { title: sandbox.title, sessionId: session.id },
    };
    this.ledger.put(intent);
    const completed = this.ledger.put({
      ...session,
      status: 'complete',
      payment_status: isPaid ? 'paid' : 'unpaid',
      payment_intent: intent.id,
      url: null,
    });
    this.ledger.emit('checkout.session.completed', completed);
    return completed;
  }

  /** What changes in a charge once its money has arrived. */
  private taken(charge: SandboxCharge, { success_url }: SandboxSession) {
    return {
      status: 'succeeded',
      paid: true,
      balance_transaction: this.ledger.line('charge', charge.id, charge, feeOf(charge.amount)).id,
      receipt_url: `${new URL(success_url).origin}/sandbox/payments/${charge.payment_intent}/receipt`,
    } as const;
  }
}
