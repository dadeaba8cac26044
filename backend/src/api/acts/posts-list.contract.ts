import { ApiProperty } from '@nestjs/swagger';
import { FilterOf, OfId, SortedBy, YesOrNo } from '../http/list-filters.js';
import {
  Matching,
  Optional,
  Flag,
  Id,
  List,
  Maybe,
  OneOf,
  Part,
  Text,
  When,
  Whole,
} from '../../contract/fields.js';
import { POST_STATUSES, type PostStatus } from '../../domain/post/post-moderation.js';
import { POST_SORTS, type PostSort, AdminPost } from '../../projections/moderated-posts.js';
import { AdminListRequest } from '../http/admin-list.js';
import { Act } from './acts.contract.js';
import { AdminReport } from './reports.contract.js';

/** Which posts the list of admins shows, in which order. `search` is a part of a name. */
export class AdminPostsRequest extends AdminListRequest {
  @FilterOf(POST_STATUSES) readonly status?: PostStatus;
  @YesOrNo('Whether all visitors see them.') readonly isPublic?: boolean;
  @YesOrNo('Whether the check noticed something.') readonly flagged?: boolean;
  @YesOrNo('Whether reports wait for a decision.') readonly reported?: boolean;
  @OfId('Those of one account.') readonly owner?: string;

  @Optional(Matching(/^\d{4}-W(0[1-9]|[1-4]\d|5[0-3])$/), {
    example: '2026-W47',
    about: 'ISO week.',
    message: '$property is an ISO week, such as 2026-W47',
  })
  readonly week?: string;

  @SortedBy(POST_SORTS, '-createdAt') readonly sort: PostSort = '-createdAt';
}

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
