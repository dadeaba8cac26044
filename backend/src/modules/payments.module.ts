import { Module } from '@nestjs/common';
import { boosts } from '../domain/boosts/boosts.js';
import { payment } from '../domain/payment/payment.js';
import { paymentIntent } from '../domain/payment/payment-intent.js';
import { stripeEvent } from '../domain/payment/stripe-event.js';
import type { Capability } from './capability.js';

/** Boosts and donations, and the webhooks of the payment provider. */
@Module({})
export class PaymentsModule {}

export const paymentsCapability: Capability = {
  module: PaymentsModule,
  aggregates: [payment, paymentIntent, stripeEvent, boosts],
  views: [],
  reactions: [],
};
