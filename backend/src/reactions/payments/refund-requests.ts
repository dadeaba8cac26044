import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { refundableIntentOf } from '../../domain/payment/payment-state.js';
import { Payment } from '../../domain/payment/payment.js';
import {
  type Observation,
  PaymentRefusedError,
  Payments,
} from '../../infrastructure/payments/payments.port.js';
import { States } from '../../kernel/states.js';
import type { Reaction } from '../reaction.js';
import { askingAlone, recordObservation } from './provider-objects.js';

/**
 * Asks the provider for the refunds that an admin has started. A crash in between repeats the request with the same id,
 * which gives the money back once.
 */
@Injectable()
export class RefundRequests implements Reaction {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly payments: Payments,
  ) {}

  readonly name = 'our-refunds';
  readonly on: Reaction['on'] = {
    RefundStarted: async ({ data: { reference, refundId, amount } }, attempt) => {
      const { commands, states, payments } = this;
      const paymentIntentId = refundableIntentOf(await states.of(Payment, reference));
      if (paymentIntentId === null) throw new Error(`the payment ${reference} has nothing to refund`);
      const order = { reference, refundId, amount, paymentIntentId };
      const seen = await askingAlone(payments, attempt, (limitMs) => payments.refund(order, limitMs)).catch(
        async (error: unknown): Promise<readonly Observation[]> => {
          if (!(error instanceof PaymentRefusedError)) throw error;
          await commands.execute(Payment.RejectRefund({ reference, refundId, reason: error.message }));
          return [];
        },
      );
      for (const observation of seen) await recordObservation({ commands, states }, observation);
    },
  };
}
