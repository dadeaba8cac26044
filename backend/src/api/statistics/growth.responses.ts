import { List, Whole } from '../../contract/fields.js';
import type { Cohort, Funnel } from '../../projections/statistics/growth.js';
import { Period } from './statistics.responses.js';

/** What became of the visitors who uploaded their first photo in this week. A visitor is a browser, for 7 days. */
export class FunnelWeek extends Period implements Funnel {
  @Whole('Visitors with a photo that was rated.') readonly visitors!: number;
  @Whole('Those who registered, or published a photo with an account that they had.')
  readonly accounts!: number;
  @Whole('Those whose account has a verified address.') readonly verified!: number;
  @Whole('Those whose photo was published.') readonly published!: number;
}

/** The accounts that were registered in this week. */
export class CohortWeek extends Period implements Cohort {
  @Whole() readonly accounts!: number;
  @List(Whole, 'How many of them wrote something, in this week and each later one of the range.')
  readonly active!: readonly number[];
}
