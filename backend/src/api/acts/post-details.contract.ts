import { ApiProperty } from '@nestjs/swagger';
import { Flag, Id, List, Maybe, OneOf, Part, Text, When, Whole } from '../../contract/fields.js';
import { AdminPost } from '../../projections/moderated-posts.js';
import { Act } from './acts.contract.js';
import { AdminReport } from './reports.contract.js';

export class AdminVerdict {
  @OneOf(['pass', 'review']) readonly verdict!: 'pass' | 'review';
  @List(Text) readonly reasons!: readonly string[];
  @OneOf(['demo', 'ai']) readonly judge!: 'demo' | 'ai';
  @Text() readonly model!: string;
  @Text() readonly promptVersion!: string;
  @Maybe(Whole, 'Null for a photo without a rating.') readonly score!: number | null;

  @ApiProperty({ type: Object, nullable: true, additionalProperties: { type: 'number' } })
  readonly scores!: Readonly<Record<string, number>> | null;
  @Maybe(Text) readonly comment!: string | null;
  @When() readonly judgedAt!: string;
}

export class NearCopy {
  @Id('The id of its post.') readonly id!: string;
  @Maybe(Text, 'The account that published it.') readonly ownerId!: string | null;
  @Text() readonly imageUrl!: string;
  @Whole('How many of 64 bits differ.') readonly distance!: number;
  @When() readonly uploadedAt!: string;
}

/** A photo of the same person that the check refused. */
export class Refusal {
  @When() readonly at!: string;
  @List(Text) readonly reasons!: readonly string[];
}

export class AdminPostDetails extends AdminPost {
  @List(Whole, 'How many people gave each score, from 0 to 10.')
  readonly ratingDistribution!: readonly number[];
  @Maybe(Part(() => AdminVerdict)) readonly verdict!: AdminVerdict | null;
  @List(() => NearCopy, '20 at most.') readonly nearCopies!: readonly NearCopy[];
  @List(() => Refusal, 'Of its owner, newest first, 20 at most.') readonly refusals!: readonly Refusal[];
  @Flag('False while the event log is not available: then `verdict` is null and `refusals` is empty.')
  readonly isLogAvailable!: boolean;
  @Maybe(Text, 'Why the post cannot be read at the moment, in a sentence. Then nobody but admins sees it.')
  readonly unreadable!: string | null;
  @List(() => AdminReport, 'Oldest first.') readonly reports!: readonly AdminReport[];
  @List(() => Act, 'Newest first.') readonly acts!: readonly Act[];
}
