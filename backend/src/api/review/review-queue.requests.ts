import { OneOf, Optional } from '../../contract/fields.js';
import { ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsOptional, IsUUID } from 'class-validator';
import { REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import { REVIEW_DECISIONS, type ReviewDecision } from '../../domain/review/review.js';
import { DEFAULT_PAGE, PageLimit, PageRequest } from '../http/paging.js';
import { DecisionRequest } from '../acts/moderation.requests.js';

const MOST_PASSED = 500;

export class ReviewQueueRequest extends PageRequest {
  @PageLimit() readonly limit: number = DEFAULT_PAGE;
}

export class NextReviewRequest {
  @IsOptional()
  @ArrayMaxSize(MOST_PASSED, { message: `At most ${MOST_PASSED} posts can be passed over` })
  @IsUUID(undefined, { each: true, message: 'This is not a valid id' })
  @Transform(({ value }: { value: unknown }) =>
    Array.isArray(value) ? value.map((id) => (typeof id === 'string' ? id.toLowerCase() : id)) : value,
  )
  @ApiPropertyOptional({
    type: [String],
    format: 'uuid',
    default: [],
    maxItems: MOST_PASSED,
    description: 'Posts that you pass over.',
  })
  readonly passed: readonly string[] = [];
}

/** What an admin decides about a claimed post. Hiding and removing need a reason. */
export class ReviewDecisionRequest extends PickType(DecisionRequest, ['note']) {
  @OneOf(REVIEW_DECISIONS, {
    about: '`dismiss` leaves the post as it is, and only rejects the reports.',
    message: `The decision is one of ${REVIEW_DECISIONS.join(', ')}`,
  })
  readonly decision!: ReviewDecision;

  @Optional(OneOf(REASON_CODES), { message: 'Please choose a reason from the list' })
  readonly reason?: ReasonCode;
}
