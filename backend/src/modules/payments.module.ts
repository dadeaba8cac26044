import { Module } from '@nestjs/common';
import { BoostsController } from '../api/boosts/boosts.controller.js';
import { CheckoutCookie } from '../api/boosts/checkout-cookie.js';
import { Checkouts } from '../api/boosts/checkouts.service.js';
import { OwnPaymentsController } from '../api/boosts/own-payments.controller.js';
import { StripeWebhookController } from '../api/boosts/stripe-webhook.controller.js';
import { AdminPayments } from '../api/payments/admin-payments.service.js';
import { Differences } from '../api/payments/differences.service.js';
import { BooksController } from '../api/payments/books.controller.js';
import { PaymentActsController } from '../api/payments/payment-acts.controller.js';
import { PaymentUseCases } from '../api/payments/payment-use-cases.service.js';
import { PaymentEvidence } from '../api/payments/payment-evidence.service.js';
import { PaymentTimeline } from '../api/payments/payment-timeline.service.js';
import { PaymentsController } from '../api/payments/payments.controller.js';
import { ReconciliationController } from '../api/payments/reconciliation.controller.js';
import { RefundLimit } from '../api/payments/refund-limit.service.js';
import { BoostTimes } from '../reactions/timers/boost-times.js';
import { Reconciliation } from '../reactions/reconciliation/reconciliation.js';
import { ActsModule } from './acts.module.js';
import { AdminModule } from './admin.module.js';
import { AuditModule } from './audit.module.js';
import { CommunityModule } from './community.module.js';
import { HttpModule } from './http.module.js';
import { PhotosModule } from './photos.module.js';

/** Boosts and donations, and the webhooks of the payment provider. */
@Module({
  imports: [ActsModule, AdminModule, AuditModule, HttpModule, CommunityModule, PhotosModule],
  controllers: [
    BooksController,
    BoostsController,
    OwnPaymentsController,
    PaymentActsController,
    PaymentsController,
    ReconciliationController,
    StripeWebhookController,
  ],
  providers: [
    AdminPayments,
    PaymentEvidence,
    PaymentTimeline,
    BoostTimes,
    CheckoutCookie,
    Checkouts,
    Differences,
    PaymentUseCases,
    Reconciliation,
    RefundLimit,
  ],
})
export class PaymentsModule {}
