import { OneOf, Optional } from '../../contract/fields.js';
import { BooksRequest } from '../payments/payments.requests.js';

/** Of which days statistics are, and in which form. */
export class RangeRequest extends BooksRequest {
  @Optional(OneOf(['json', 'csv']), { default: 'json', message: 'The format is json or csv' })
  readonly format: 'json' | 'csv' = 'json';
}

export class StatisticsRequest extends RangeRequest {
  @Optional(OneOf(['day', 'week']), {
    default: 'day',
    about: 'Weeks run from Monday to Sunday in UTC. A week that the range touches is counted whole.',
    message: 'Statistics are by day or week',
  })
  readonly by: 'day' | 'week' = 'day';
}
