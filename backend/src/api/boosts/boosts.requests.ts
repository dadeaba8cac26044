import { BOOST_TYPES } from '../../projections/payments/shown-payments.js';
import { Amount, OneOf } from '../../contract/fields.js';
import type { BoostType } from '../../domain/boosts/boosts.events.js';

export class BoostRequest {
  @OneOf(BOOST_TYPES, { message: 'A boost is "regular" or "mega"' }) readonly boostType!: BoostType;
}

export class DonationRequest {
  @Amount({ about: 'In the smallest unit of the currency: cents.', example: 500, message: 'Invalid Amount' })
  readonly amount!: number;
}
