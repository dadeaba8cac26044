import { PaymentIntent } from '../../domain/payment/payment-intent.js';
import { Payment } from '../../domain/payment/payment.js';
import type { ProviderEvent } from '../../infrastructure/payments/payments.port.js';
import type { RecordingParts } from './provider-objects.js';

const EXPIRED = 'checkout.session.expired';

/**
 * Whether a notice about a checkout session of ours leaves nothing to fetch: its payment is confirmed, or the session has
 * expired, which the notice says itself and nothing can change. Records what follows.
 */
export async function isSettledByWebhook(
  { commands, states }: RecordingParts,
  { eventType, objectId, livemode, fields }: ProviderEvent,
): Promise<boolean> {
  const { client_reference_id: reference, status, amount_total: amount, currency } = fields;
  if (!eventType.startsWith('checkout.session.') || typeof reference !== 'string') return false;
  const { started, checkout, confirmedAt, paymentIntentId } = await states.of(Payment, reference);
  if (started === null || checkout?.sessionId !== objectId) return false;
  if (confirmedAt !== null) {
    // A crash may have come between the two.
    if (paymentIntentId !== null)
      await commands.execute(PaymentIntent.LinkPaymentIntent({ paymentIntentId, reference }));
    return true;
  }
  if (eventType !== EXPIRED || status !== 'expired') return false;
  if (typeof amount !== 'number' || typeof currency !== 'string') return false;
  const price = { amount, currency };
  const { userId, purpose } = started;
  const mode = livemode ? 'live' : 'test';
  const seen = { state: 'expired', paymentIntentId: null, price, mode, userId, kind: purpose.kind } as const;
  await commands.execute(Payment.ObservePayment({ reference, ...seen }));
  return true;
}
