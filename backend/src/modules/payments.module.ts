import { Module } from '@nestjs/common';
import { BoostUse } from '../api/boosts/boost-use.service.js';
import { BoostsController } from '../api/boosts/boosts.controller.js';
import { Checkouts } from '../api/boosts/checkouts.service.js';
import { OwnPaymentsController } from '../api/boosts/own-payments.controller.js';
import { PaymentDesk } from '../api/boosts/payment-desk.service.js';
import { StripeWebhookController } from '../api/boosts/stripe-webhook.controller.js';
import { boosts } from '../domain/boosts/boosts.js';
import { payment } from '../domain/payment/payment.js';
import { paymentIntent } from '../domain/payment/payment-intent.js';
import { stripeEvent } from '../domain/payment/stripe-event.js';
import { stripeObserved } from '../domain/payment/stripe-observed.js';
import { boostGains } from '../projections/payments/boost-gains.projection.js';
import { parkedStripeEvents } from '../projections/payments/parked-stripe-events.projection.js';
import { payments } from '../projections/payments/payments.projection.js';
import { PaymentsReader } from '../projections/payments/payments.reader.js';
import { BoostTimes } from '../reactions/timers/boost-times.js';
import { Reconciliation } from '../reactions/reconciliation/reconciliation.js';
import type { Capability } from './capability.js';
import { CommunityModule } from './community.module.js';
import { HttpModule } from './http.module.js';
import { LeaderboardModule } from './leaderboard.module.js';

/** Boosts and donations, and the webhooks of the payment provider. */
@Module({
  imports: [HttpModule, CommunityModule, LeaderboardModule],
  controllers: [BoostsController, OwnPaymentsController, StripeWebhookController],
  providers: [PaymentsReader, BoostTimes, BoostUse, Checkouts, PaymentDesk, Reconciliation],
  exports: [PaymentsReader],
})
export class PaymentsModule {}

export const paymentsCapability: Capability = {
  module: PaymentsModule,
  aggregates: [payment, paymentIntent, stripeEvent, stripeObserved, boosts],
  views: [payments, boostGains, parkedStripeEvents],
  reactions: ['stripe-events', 'stripe-observed', 'our-refunds', 'payment-consequences', 'payment-mails'],
};
