import { ApiProperty } from '@nestjs/swagger';
import { AdminPost } from '../../projections/moderated-posts/shown-moderated-posts.js';
import { Act } from './act.js';
import { AdminReport } from './admin-report.js';

/** What the check and the judge said about a photo. */
export class AdminVerdict {
  @ApiProperty({ enum: ['pass', 'review'] })
  readonly verdict!: 'pass' | 'review';

  @ApiProperty({ type: [String] })
  readonly reasons!: readonly string[];

  @ApiProperty({ enum: ['demo', 'ai'] })
  readonly judge!: 'demo' | 'ai';

  @ApiProperty()
  readonly model!: string;

  @ApiProperty()
  readonly promptVersion!: string;

  @ApiProperty({ type: Number, nullable: true, description: 'Null for a photo without a rating.' })
  readonly score!: number | null;

  @ApiProperty({ type: Object, nullable: true, additionalProperties: { type: 'number' } })
  readonly scores!: Readonly<Record<string, number>> | null;

  @ApiProperty({ type: String, nullable: true })
  readonly comment!: string | null;

  @ApiProperty({ format: 'date-time' })
  readonly judgedAt!: string;
}

/** A published picture that is similar. */
export class NearCopy {
  @ApiProperty({ format: 'uuid', description: 'The id of its post.' })
  readonly id!: string;

  @ApiProperty({ type: String, nullable: true, description: 'The account that published it.' })
  readonly ownerId!: string | null;

  @ApiProperty()
  readonly imageUrl!: string;

  @ApiProperty({ description: 'How many of 64 bits differ.' })
  readonly distance!: number;

  @ApiProperty({ format: 'date-time' })
  readonly uploadedAt!: string;
}

/** A photo of the same person that the check refused. */
export class Refusal {
  @ApiProperty({ format: 'date-time' })
  readonly at!: string;

  @ApiProperty({ type: [String] })
  readonly reasons!: readonly string[];
}

/** Everything that is known of a post. */
export class AdminPostDetails extends AdminPost {
  @ApiProperty({ type: [Number], description: 'How many people gave each score, from 0 to 10.' })
  readonly ratingDistribution!: readonly number[];

  @ApiProperty({ type: AdminVerdict, nullable: true })
  readonly verdict!: AdminVerdict | null;

  @ApiProperty({ type: [NearCopy], description: '20 at most.' })
  readonly nearCopies!: readonly NearCopy[];

  @ApiProperty({ type: [Refusal], description: 'Of its owner, newest first, 20 at most.' })
  readonly refusals!: readonly Refusal[];

  @ApiProperty({
    description:
      'False while the event log is not available: then `verdict` is null and `refusals` is empty.',
  })
  readonly isLogAvailable!: boolean;

  @ApiProperty({ type: [AdminReport], description: 'Oldest first.' })
  readonly reports!: readonly AdminReport[];

  @ApiProperty({ type: [Act], description: 'Newest first.' })
  readonly acts!: readonly Act[];
}
