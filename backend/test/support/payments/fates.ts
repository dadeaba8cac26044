import type { PaymentSandbox } from '../../../src/infrastructure/payments/sandbox/payment-sandbox.port.js';

/** What happens to the payment of a checkout at the provider: of all kinds, by chance. */
export function play(sandbox: PaymentSandbox, sessionId: string, random: () => number): void {
  const maybe = (chance: number, act: () => void) => (random() < chance ? act() : undefined);
  if (random() < 0.1) {
    sandbox.actOnCheckout(sessionId, 'expire');
    return;
  }
  const isLater = random() < 0.2;
  sandbox.actOnCheckout(sessionId, isLater ? 'pay-later' : 'pay');
  const intent = sandbox.payments(50).find((one) => one.sessionId === sessionId)?.paymentIntentId ?? '';
  if (isLater) {
    const arrives = random() < 0.7;
    sandbox.actOnPayment(intent, arrives ? 'arrive' : 'fail', null);
    if (!arrives) return;
  }
  maybe(0.2, () => sandbox.actOnPayment(intent, 'refund', random() < 0.5 ? 50 : null));
  maybe(0.1, () => {
    const refund = sandbox.payment(intent)?.refunds[0];
    if (refund) sandbox.failRefund(refund.refundId);
  });
  maybe(0.05, () => sandbox.actOnPayment(intent, 'warn', null));
  maybe(0.1, () => {
    if (!sandbox.payment(intent)?.acts.includes('dispute')) return;
    sandbox.actOnPayment(intent, 'dispute', null);
    const dispute = sandbox.payment(intent)?.disputes[0]?.disputeId ?? '';
    maybe(0.7, () => sandbox.actOnDispute(dispute, random() < 0.6 ? 'win' : 'lose'));
  });
}
