import { BOOST_TYPES } from '../../projections/payments/shown-payments.js';
import { Amount, Id, OneOf, Optional } from '../../contract/fields.js';
import type { BoostType } from '../../domain/boosts/boost-facts.js';
import { PageRequest } from '../http/paging.js';

export class BoostRequest {
  @OneOf(BOOST_TYPES, { message: 'A boost is "regular" or "mega"' }) readonly boostType!: BoostType;
}

export class ApplyBoostRequest {
  @Optional(Id, { about: 'The unused boost to apply; the oldest without it.', message: 'Boost not found' })
  readonly boostId?: string;
}

export class OwnPaymentsRequest extends PageRequest {
  @Optional(OneOf(['open', 'settled']), {
    about:
      'Open: checkouts that can still be paid. Settled: what was paid, is on its way or has failed. All payments without it.',
    message: 'Payments are "open" or "settled"',
  })
  readonly part?: 'open' | 'settled';
}

export class DonationRequest {
  @Amount({ about: 'In the smallest unit of the currency: cents.', example: 500, message: 'Invalid Amount' })
  readonly amount!: number;
}
