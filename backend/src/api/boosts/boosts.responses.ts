import { Amount, Flag, List, Maybe, OneOf, Part, Text, Whole } from '../../contract/fields.js';
import type { BoostType } from '../../domain/boosts/boost-facts.js';
import { BOOST_TYPES, Boost, Price, PublicBoost } from '../../projections/payments/shown-payments.js';

export class CheckoutUrl {
  @Text({ format: 'uri' }) readonly url!: string;
}

export class PostCheckoutUrl {
  @Text({ format: 'uri' }) readonly checkoutUrl!: string;
}

export class AppliedBoost {
  @OneOf(BOOST_TYPES) readonly boostType!: BoostType;
}

export class PostBoost {
  @Maybe(Part(() => PublicBoost), 'The owner of the post gets a `Boost`, also one that is held.')
  readonly boost!: PublicBoost | null;
}

/** How much may be donated, in the smallest unit of the currency. */
class DonationLimits {
  @Amount() readonly least!: number;
  @Amount() readonly most!: number;
  @List(Whole) readonly presets!: readonly number[];
}

export class Prices {
  @Part(() => Price) readonly regular!: Price;
  @Part(() => Price) readonly mega!: Price;
  @Part(() => DonationLimits) readonly donation!: DonationLimits;
  @Flag('True while no money moves: the sandbox, or Stripe’s test mode.') readonly isTest!: boolean;
}

const CHECKOUT_STATUSES = [
  'unknown',
  'started',
  'pending',
  'paid',
  'failed',
  'expired',
  'parked',
  'refunded',
  'dismissed',
] as const;

export class CheckoutStatus {
  @OneOf(
    CHECKOUT_STATUSES,
    'Unknown: there is no such checkout, or it belongs to another account. Dismissed: an admin has settled it without a payment.',
  )
  readonly status!: (typeof CHECKOUT_STATUSES)[number];
  @Maybe(OneOf(['boost', 'donation'])) readonly kind!: 'boost' | 'donation' | null;
  @Maybe(Part(() => Price)) readonly price!: Price | null;
  @Maybe(Part(() => Boost), 'The boost that it bought, once it is granted.') readonly boost!: Boost | null;
}

export class Receipt {
  @Text({ format: 'uri', about: 'At the payment provider. It expires.' }) readonly receiptUrl!: string;
}
