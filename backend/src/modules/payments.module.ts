import { Module } from '@nestjs/common';
import { BoostUse } from '../api/boosts/boost-use.service.js';
import { BoostsController } from '../api/boosts/boosts.controller.js';
import { Checkouts } from '../api/boosts/checkouts.service.js';
import { OwnPaymentsController } from '../api/boosts/own-payments.controller.js';
import { StripeWebhookController } from '../api/boosts/stripe-webhook.controller.js';
import { boosts } from '../domain/boosts/boosts.js';
import { payment } from '../domain/payment/payment.js';
import { paymentIntent } from '../domain/payment/payment-intent.js';
import { stripeEvent } from '../domain/payment/stripe-event.js';
import { boostGains } from '../projections/payments/boost-gains.projection.js';
import { payments } from '../projections/payments/payments.projection.js';
import { PaymentsReader } from '../projections/payments/payments.reader.js';
import { BoostTimes } from '../reactions/boost-times.js';
import type { Capability } from './capability.js';
import { CommunityModule } from './community.module.js';
import { HttpModule } from './http.module.js';
import { LeaderboardModule } from './leaderboard.module.js';

/** Boosts and donations, and the webhooks of the payment provider. */
@Module({
  imports: [HttpModule, CommunityModule, LeaderboardModule],
  controllers: [BoostsController, OwnPaymentsController, StripeWebhookController],
  providers: [PaymentsReader, BoostTimes, BoostUse, Checkouts],
  exports: [PaymentsReader],
})
export class PaymentsModule {}

export const paymentsCapability: Capability = {
  module: PaymentsModule,
  aggregates: [payment, paymentIntent, stripeEvent, boosts],
  views: [payments, boostGains],
  reactions: ['stripe-events', 'our-refunds', 'payment-consequences', 'payment-mails'],
};
