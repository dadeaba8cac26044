import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { Flag, Id, List, Maybe, OneOf, Part, Text, When, Whole } from '../../contract/fields.js';
import {
  POST_STATUSES,
  type PostActType,
  type PostStatus,
  statusOf,
  type Post,
} from '../../domain/post/post-moderation.js';
import { Post as ShownPost } from '../../projections/leaderboard/shown-posts.js';
import { AdminPost } from '../../projections/moderated-posts.js';
import { Act, WAITS } from './acts.responses.js';
import { AdminReport } from './reports.responses.js';

export class ModeratedPost {
  @Id() readonly id: string;
  @OneOf(POST_STATUSES) readonly status: PostStatus;
  @Flag('Whether all visitors see it.') readonly isPublic: boolean;
  @Flag('Whether an admin approved it.') readonly isModerated: boolean;
  @Flag('Whether an admin removed it.') readonly isRemoved: boolean;
  @Maybe(Id, 'The act that made it so, which can be undone; null if none did.') readonly actId: string | null;
  @Maybe(When, WAITS) readonly waitsUntil: string | null;

  /** @param type what was decided: the answer names the latest such act, also if it was decided before */
  constructor(
    postId: string,
    { isPublic, legalHold, moderation, acts }: Post,
    type: PostActType | 'PostEscalated',
    waitsUntil: string | null,
  ) {
    this.id = postId;
    this.waitsUntil = waitsUntil;
    this.status = statusOf(moderation, legalHold !== null);
    this.isPublic = isPublic;
    this.isModerated = moderation.isModerated;
    this.isRemoved = moderation.isRemoved;
    this.actId =
      type === 'PostEscalated' ? legalHold : (acts.findLast((act) => act.type === type)?.actId ?? null);
  }
}

/** A post after a decision: as its owner sees it, but with the address of the picture for admins. */
export class DecidedPost extends IntersectionType(ShownPost, ModeratedPost) {}

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
