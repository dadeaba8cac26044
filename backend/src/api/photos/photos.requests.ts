import { Text } from '../../contract/fields.js';
import { IsHash } from 'class-validator';

const message = 'Invalid saved rating';

/** The rating that a visitor wants to publish after registering. */
export class PendingRatingRequest {
  @Text({ max: 200, message }) readonly imageUrl!: string;

  @Text({ min: 64, max: 64 })
  @IsHash('sha256', { message })
  readonly imageHash!: string;
}
