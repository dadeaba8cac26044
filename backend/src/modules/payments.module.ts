import { Module } from '@nestjs/common';
import { BoostUse } from '../api/boosts/boost-use.service.js';
import { BoostsController } from '../api/boosts/boosts.controller.js';
import { Checkouts } from '../api/boosts/checkouts.service.js';
import { OwnPaymentsController } from '../api/boosts/own-payments.controller.js';
import { PaymentDesk } from '../api/boosts/payment-desk.service.js';
import { StripeWebhookController } from '../api/boosts/stripe-webhook.controller.js';
import { PaymentsReader } from '../projections/payments/payments.reader.js';
import { BoostTimes } from '../reactions/timers/boost-times.js';
import { Reconciliation } from '../reactions/reconciliation/reconciliation.js';
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
