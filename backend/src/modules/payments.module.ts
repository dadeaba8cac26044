import { Module } from '@nestjs/common';
import { boosts } from '../domain/boosts/boosts.js';
import { payment } from '../domain/payment/payment.js';
import { paymentIntent } from '../domain/payment/payment-intent.js';
import { stripeEvent } from '../domain/payment/stripe-event.js';
import { boostGains } from '../projections/payments/boost-gains.projection.js';
import { payments } from '../projections/payments/payments.projection.js';
import { PaymentsReader } from '../projections/payments/payments.reader.js';
import type { Capability } from './capability.js';

/** Boosts and donations, and the webhooks of the payment provider. */
@Module({ providers: [PaymentsReader], exports: [PaymentsReader] })
export class PaymentsModule {}

export const paymentsCapability: Capability = {
  module: PaymentsModule,
  aggregates: [payment, paymentIntent, stripeEvent, boosts],
  views: [payments, boostGains],
  reactions: [],
};
