import { IsIn, IsOptional, Matches } from 'class-validator';
import {
  CHECKOUT_ACTS,
  type CheckoutAct,
  DISPUTE_ACTS,
  type DisputeAct,
  PAYMENT_ACTS,
  type PaymentAct,
} from '../../infrastructure/payments/sandbox/payment-sandbox.port.js';

export class CheckoutForm {
  @IsIn(CHECKOUT_ACTS) readonly act!: CheckoutAct;
}

export class PaymentForm {
  @IsIn(PAYMENT_ACTS) readonly act!: PaymentAct;

  /** In the main unit of the currency, such as 1.99; empty for all that is left. */
  @IsOptional()
  @Matches(/^(?:\d{1,9}(?:\.\d{1,2})?)?$/, { message: 'The amount must be a number such as 1.99' })
  readonly amount?: string;
}

export class DisputeForm {
  @IsIn(DISPUTE_ACTS) readonly act!: DisputeAct;
}
