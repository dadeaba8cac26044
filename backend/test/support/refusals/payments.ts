import { newAdmin, signedInAdmin } from '../admins.js';
import { type AppInUse, unique } from '../app.js';
import { DESK } from '../desk.js';
import { buyBoost } from '../payments.js';
import { verified } from '../people.js';
import { publishPost } from '../posts.js';
import type { Refusal, Refusals } from './refusal.js';

/** A person who has bought a boost. */
const buyer = async (app: AppInUse) => {
  const { browser, user } = await verified(app, `${unique('ann')}@example.org`);
  return { browser, user, payment: await buyBoost(app, browser) };
};

/** An act of finance about a payment with which there is nothing to do. */
const actOnPaid =
  (act: string, body: object = {}): Refusal['call'] =>
  async (app) => {
    const { payment } = await buyer(app);
    const name = unique('fiona');
    await newAdmin(app, name, 'finance');
    const finance = await signedInAdmin(app, name);
    return finance.post(`${DESK}/payments/${payment.id}/${act}`, { reason: 'A test.', ...body });
  };
const conflict = (message: string) => ({ status: 409, body: { code: 'conflict', message } }) as const;

export const paymentRefusals: Refusals = {
  'POST /api/posts/{id}/apply-boost': {
    refused: 'Boosts.ApplyBoost: the post of another person',
    call: async (app) => {
      const { browser } = await buyer(app);
      const other = await verified(app, `${unique('bob')}@example.org`);
      return browser.post(`/api/posts/${await publishPost(app, other.user.id, 7)}/apply-boost`);
    },
    status: 403,
    body: { code: 'forbidden', message: 'You can only boost your own posts.' },
  },
  'POST /api/user/payments/{id}/refund-request': {
    refused: 'Payment.RequestRefund: a boost that is used',
    call: async (app) => {
      const { browser, user, payment } = await buyer(app);
      await browser.post(`/api/posts/${await publishPost(app, user.id, 7)}/apply-boost`);
      return browser.post(`/api/user/payments/${payment.id}/refund-request`);
    },
    ...conflict('A boost that was used cannot be refunded.'),
  },
  'POST /api/rtm-sys/payments/{id}/grant': {
    refused: 'Payment.GrantPayment: a payment that is not parked',
    call: actOnPaid('grant'),
    ...conflict('This payment is not parked.'),
  },
  'POST /api/rtm-sys/payments/{id}/observe': {
    refused: 'Payment: a confirmed payment',
    call: actOnPaid('observe'),
    ...conflict('Stripe is asked for payments that have a checkout and are not confirmed.'),
  },
  'POST /api/rtm-sys/payments/{id}/refund': {
    refused: 'Payment.StartRefund: more than was paid',
    call: actOnPaid('refund', { amount: 200 }),
    ...conflict('At most USD 1.99 can be refunded.'),
  },
  'POST /api/rtm-sys/payments/{id}/decline': {
    refused: 'Payment.DeclineRefund: nothing was requested',
    call: actOnPaid('decline'),
    ...conflict('There is no open refund request.'),
  },
  'POST /api/rtm-sys/payments/{id}/disputes/{disputeId}/decide': {
    refused: 'Payment.ResolveDispute: a dispute that is not lost',
    call: actOnPaid('disputes/du_1/decide', { boost: 'kept' }),
    ...conflict('Only a lost dispute can be resolved.'),
  },
  'POST /api/rtm-sys/payments/{id}/dismiss': {
    refused: 'Payment.DismissPayment: a payment that is not parked',
    call: actOnPaid('dismiss'),
    ...conflict('This payment is not parked.'),
  },
  'POST /api/rtm-sys/payments/{id}/dismiss-warnings': {
    refused: 'Payment.DismissFraudWarnings: no open warning',
    call: actOnPaid('dismiss-warnings'),
    ...conflict('There is no open warning of fraud.'),
  },
};
