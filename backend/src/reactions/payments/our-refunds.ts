import type { CommandBus } from '@nestjs/cqrs';
import { RejectRefund } from '../../domain/payment/payment.commands.js';
import { refundableIntentOf } from '../../domain/payment/payment-state.js';
import { payment } from '../../domain/payment/payment.js';
import {
  type Observation,
  PaymentRefusedError,
  type Payments,
} from '../../infrastructure/payments/payments.port.js';
import type { States } from '../../kernel/states.js';
import type { Reaction } from '../reaction.js';
import { askingAlone, recordObservation } from './provider-objects.js';

/** What the reaction works with. */
export interface OurRefundsParts {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly states: Pick<States, 'of'>;
  readonly payments: Pick<Payments, 'refund' | 'probe'>;
}

/**
 * Asks the provider for the refunds that an admin has started. A crash in between repeats the request with the same id,
 * which gives the money back once.
 */
export function ourRefunds({ commands, states, payments }: OurRefundsParts): Reaction {
  return {
    name: 'our-refunds',
    on: {
      RefundStarted: async ({ data: { reference, refundId, amount } }) => {
        const paymentIntentId = refundableIntentOf(await states.of(payment, reference));
        if (paymentIntentId === null) throw new Error(`the payment ${reference} has nothing to refund`);
        const order = { reference, refundId, amount, paymentIntentId };
        const seen = await askingAlone(payments, () => payments.refund(order)).catch(
          async (error: unknown): Promise<readonly Observation[]> => {
            if (!(error instanceof PaymentRefusedError)) throw error;
            await commands.execute(new RejectRefund({ reference, refundId, reason: error.message }));
            return [];
          },
        );
        for (const observation of seen) await recordObservation({ commands, states }, observation);
      },
    },
  };
}
