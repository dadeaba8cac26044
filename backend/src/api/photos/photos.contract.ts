import { IsHash } from 'class-validator';
import { Text } from '../../contract/fields.js';

const message = 'Invalid saved rating';

/** The rating that a visitor wants to publish after registering. */
export class PendingRatingRequest {
  @Text({ max: 200, message }) readonly imageUrl!: string;

  @Text({ min: 64, max: 64 })
  @IsHash('sha256', { message })
  readonly imageHash!: string;
}
