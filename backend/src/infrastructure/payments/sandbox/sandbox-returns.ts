import {
  DISPUTE_FEE,
  type Metadata,
  type SandboxCharge,
  type SandboxDispute,
  type SandboxLine,
  type SandboxRefund,
  type SandboxWarning,
} from './sandbox-objects.js';
import type { SandboxLedger } from './sandbox-ledger.js';
import { type DisputeAct, SandboxRefusedError } from './payment-sandbox.port.js';

/** Refunds, disputes and warnings. */
export class SandboxReturns {
  constructor(private readonly ledger: SandboxLedger) {}

  /**
   * Gives money back.
   * @param amount null for all that is left
   * @throws SandboxRefusedError for more than is left, and for a payment that was not made or whose dispute took the money
   */
  refund(paymentIntentId: string, amount: number | null, metadata: Metadata): SandboxRefund {
    const charge = this.paidCharge(paymentIntentId);
    if (this.disputesOf(charge).some(({ sandbox }) => sandbox.isWithdrawn)) {
      throw new SandboxRefusedError(`Charge ${charge.id} has been charged back.`, 'charge_disputed');
    }
    const left = charge.amount - charge.amount_refunded;
    if (left === 0) {
      const text = `Charge ${charge.id} has already been refunded.`;
      throw new SandboxRefusedError(text, 'charge_already_refunded');
    }
    const given = amount ?? left;
    if (!Number.isSafeInteger(given) || given < 1 || given > left) {
      const text = `Refund amount (${given}) is greater than unrefunded amount on charge (${left})`;
      throw new SandboxRefusedError(text, 'amount_too_large', 400, 'amount');
    }
    const facts = this.ledger.facts('refund');
    const money = { amount: -given, currency: charge.currency };
    const refund = this.ledger.put({
      object: 'refund',
      ...facts,
      status: 'succeeded',
      amount: given,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: charge.payment_intent,
      metadata,
      balance_transaction: this.ledger.line('refund', facts.id, money).id,
    });
    this.ledger.emit('charge.refunded', this.withRefunded(charge, given));
    this.ledger.emit('refund.created', refund);
    return refund;
  }

  /** The buyer's bank returns a refund: the money is ours again. @throws SandboxRefusedError when it failed before */
  failRefund(refundId: string): SandboxRefund {
    const refund = this.ledger.require('refund', refundId);
    if (refund.status !== 'succeeded') {
      throw new SandboxRefusedError('This refund has failed already.', 'refund_unexpected_state');
    }
    const failed = this.ledger.put({
      ...refund,
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
      failure_balance_transaction: this.ledger.line('refund_failure', refund.id, refund).id,
    });
    this.withRefunded(this.ledger.require('charge', refund.charge), -refund.amount);
    this.ledger.emit('refund.updated', failed);
    this.ledger.emit('refund.failed', failed);
    return failed;
  }

  /** Opens a dispute, which takes the money, or an inquiry, which does not. @throws SandboxRefusedError when there is one */
  dispute(paymentIntentId: string, isInquiry: boolean): SandboxDispute {
    const charge = this.paidCharge(paymentIntentId);
    if (charge.disputed) {
      throw new SandboxRefusedError('This payment is disputed already.', 'charge_disputed');
    }
    this.ledger.put({ ...charge, disputed: true });
    const dispute = this.ledger.put({
      object: 'dispute',
      ...this.ledger.facts('dispute'),
      status: isInquiry ? 'warning_needs_response' : 'needs_response',
      reason: 'fraudulent',
      amount: charge.amount - charge.amount_refunded,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: charge.payment_intent,
      metadata: {},
      balance_transactions: [],
      sandbox: { isWithdrawn: false, fees: 0 },
    });
    this.ledger.emit('charge.dispute.created', dispute);
    return isInquiry ? dispute : this.withdraw(dispute);
  }

  /** @throws SandboxRefusedError for a move that its state does not allow */
  move(disputeId: string, move: DisputeAct): SandboxDispute {
    const dispute = this.ledger.require('dispute', disputeId);
    const { isWithdrawn } = dispute.sandbox;
    if (!movesOf(dispute).includes(move)) {
      const text = `A dispute that is ${dispute.status} does not allow this.`;
      throw new SandboxRefusedError(text, 'dispute_unexpected_state');
    }
    switch (move) {
      case 'withdraw':
        return this.withdraw(dispute);
      case 'reinstate':
        return this.reinstate(dispute);
      case 'escalate': {
        const open = this.ledger.put<SandboxDispute>({ ...dispute, status: 'needs_response' });
        this.ledger.emit('charge.dispute.updated', open);
        return this.withdraw(open);
      }
      case 'close':
        return this.end(dispute, 'warning_closed');
      case 'win': {
        const won = this.end(dispute, 'won');
        return isWithdrawn ? this.reinstate(won) : won;
      }
      case 'lose':
        return this.end(isWithdrawn ? dispute : this.withdraw(dispute), 'lost');
    }
  }

  /** The card's bank suspects fraud. @throws SandboxRefusedError for a payment that was not made */
  warn(paymentIntentId: string): SandboxWarning {
    const charge = this.paidCharge(paymentIntentId);
    const warning = this.ledger.put({
      object: 'radar.early_fraud_warning',
      ...this.ledger.facts('radar.early_fraud_warning'),
      actionable: true,
      fraud_type: 'made_with_stolen_card',
      charge: charge.id,
      payment_intent: charge.payment_intent,
    });
    this.ledger.emit('radar.early_fraud_warning.created', warning);
    return warning;
  }

  private paidCharge(paymentIntentId: string): SandboxCharge {
    const intent = this.ledger.require('payment_intent', paymentIntentId, 'payment_intent');
    const charge = this.ledger.require('charge', intent.latest_charge);
    if (charge.status === 'succeeded') return charge;
    const text = 'This PaymentIntent does not have a successful charge to refund.';
    throw new SandboxRefusedError(text, 'payment_intent_unexpected_state', 400, 'payment_intent');
  }

  private disputesOf({ id }: SandboxCharge): SandboxDispute[] {
    return this.ledger.store.list('dispute', { charge: id, limit: -1 });
  }

  private withRefunded(charge: SandboxCharge, given: number): SandboxCharge {
    const amount_refunded = charge.amount_refunded + given;
    return this.ledger.put({ ...charge, amount_refunded, refunded: amount_refunded === charge.amount });
  }

  private withdraw(dispute: SandboxDispute): SandboxDispute {
    const { amount, currency } = dispute;
    const line = this.ledger.line('adjustment', dispute.id, { amount: -amount, currency }, DISPUTE_FEE);
    const fees = dispute.sandbox.fees + DISPUTE_FEE;
    return this.moved(dispute, line, { isWithdrawn: true, fees }, 'charge.dispute.funds_withdrawn');
  }

  /** The money comes back; the fee does not. */
  private reinstate(dispute: SandboxDispute): SandboxDispute {
    const line = this.ledger.line('adjustment', dispute.id, dispute);
    const { fees } = dispute.sandbox;
    return this.moved(dispute, line, { isWithdrawn: false, fees }, 'charge.dispute.funds_reinstated');
  }

  private moved(
    dispute: SandboxDispute,
    line: SandboxLine,
    sandbox: SandboxDispute['sandbox'],
    type: string,
  ): SandboxDispute {
    const balance_transactions = [...dispute.balance_transactions, line];
    const moved = this.ledger.put({ ...dispute, balance_transactions, sandbox });
    this.ledger.emit(type, moved);
    return moved;
  }

  private end(dispute: SandboxDispute, status: SandboxDispute['status']): SandboxDispute {
    const ended = this.ledger.put({ ...dispute, status });
    this.ledger.emit('charge.dispute.closed', ended);
    return ended;
  }
}

/** The moves that the state of a dispute allows. */
export function movesOf({ status, sandbox }: SandboxDispute): readonly DisputeAct[] {
  if (status === 'warning_needs_response') return ['escalate', 'close'];
  if (status === 'needs_response') return [sandbox.isWithdrawn ? 'reinstate' : 'withdraw', 'win', 'lose'];
  return [];
}
