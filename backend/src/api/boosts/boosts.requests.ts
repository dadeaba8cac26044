import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt } from 'class-validator';
import type { BoostType } from '../../domain/boosts/boosts.events.js';
import { Boost, Price } from '../../projections/payments/shown-payments.js';

const BOOST_TYPES = ['regular', 'mega'] as const;

/** The boost to buy. */
export class BoostRequest {
  @ApiProperty({ enum: BOOST_TYPES })
  @IsIn(BOOST_TYPES, { message: 'A boost is "regular" or "mega"' })
  readonly boostType!: BoostType;
}

/** The donation to make. */
export class DonationRequest {
  @ApiProperty({ type: 'integer', description: 'In the smallest unit of the currency: cents.', example: 500 })
  @IsInt({ message: 'Invalid Amount' })
  readonly amount!: number;
}

/** Where the browser goes to pay. */
export class CheckoutUrl {
  @ApiProperty({ format: 'uri' })
  readonly url!: string;
}

/** The same, for a checkout that starts on a post. */
export class PostCheckoutUrl {
  @ApiProperty({ format: 'uri' })
  readonly checkoutUrl!: string;
}

/** The boost that was applied. */
export class AppliedBoost {
  @ApiProperty({ enum: BOOST_TYPES })
  readonly boostType!: BoostType;
}

/** The boost of a post. */
export class PostBoost {
  @ApiProperty({ type: Boost, nullable: true })
  readonly boost!: Boost | null;
}

/** How much may be donated, in the smallest unit of the currency. */
export class DonationLimits {
  @ApiProperty({ type: 'integer' })
  readonly least!: number;

  @ApiProperty({ type: 'integer' })
  readonly most!: number;

  @ApiProperty({ type: [Number] })
  readonly presets!: readonly number[];
}

/** What boosts cost, and how much may be donated. */
export class Prices {
  @ApiProperty({ type: Price })
  readonly regular!: Price;

  @ApiProperty({ type: Price })
  readonly mega!: Price;

  @ApiProperty({ type: DonationLimits })
  readonly donation!: DonationLimits;

  @ApiProperty({ description: 'True while no money moves: the sandbox, or Stripe’s test mode.' })
  readonly isTest!: boolean;
}

/** What is known of a checkout. */
export class CheckoutStatus {
  @ApiProperty({
    enum: ['unknown', 'started', 'pending', 'paid', 'failed', 'expired', 'parked'],
    description: 'Unknown: there is no such checkout, or it belongs to another account.',
  })
  readonly status!: 'unknown' | 'started' | 'pending' | 'paid' | 'failed' | 'expired' | 'parked';

  @ApiProperty({ enum: ['boost', 'donation'], nullable: true })
  readonly kind!: 'boost' | 'donation' | null;

  @ApiProperty({ type: Price, nullable: true })
  readonly price!: Price | null;

  @ApiProperty({ type: Boost, nullable: true, description: 'The boost that it bought, once it is granted.' })
  readonly boost!: Boost | null;
}

/** A receipt. */
export class Receipt {
  @ApiProperty({ format: 'uri', description: 'At the payment provider. It expires.' })
  readonly receiptUrl!: string;
}
