import { Id, Matching, Maybe, OneOf, Optional, Text } from '../../contract/fields.js';
import { NotFoundException, Param, ParseUUIDPipe } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { Rejected } from '../../kernel/aggregate.js';
import { written } from '../../shared/visible-text.js';
import { LONGEST_COMMENT } from '../../domain/comment/comment.js';
import { HIGHEST_SCORE, LOWEST_SCORE } from '../../domain/rating/rating.js';
import { LONGEST_REASON, REPORT_CATEGORIES, type ReportCategory } from '../../domain/report/report.js';

/** The comment id in the path. An impossible id is a comment that does not exist. */
export const CommentId = () => Param('id', new ParseUUIDPipe({ exceptionFactory: commentNotFound }));

export function commentNotFound(): NotFoundException {
  return new NotFoundException('Comment not found');
}

export class CommentRequest {
  @Text({
    min: 1,
    max: LONGEST_COMMENT,
    normalise: written,
    message: 'Please write something first',
    tooLong: `A comment has at most ${LONGEST_COMMENT} characters`,
  })
  readonly text!: string;

  @Optional(Maybe(Id), {
    about: 'The id of the parent comment.',
    message: 'You cannot reply to this comment',
  })
  readonly parentCommentId?: string | null;

  @Optional(Maybe(Id), {
    about:
      'The id of the comment, chosen by the client, so that a request without a response can be retried: ' +
      'repeating it returns the first result and posts once.',
    normalise: (id) => id.toLowerCase(),
    message: 'This is not a valid comment id',
  })
  readonly id?: string | null;
}

const SCORE = { message: `A rating is a whole number from ${LOWEST_SCORE} to ${HIGHEST_SCORE}` };

export class RatingRequest {
  @Id({ message: 'Please say which post you rate' }) readonly postId!: string;

  @ApiProperty({ type: 'integer', minimum: LOWEST_SCORE, maximum: HIGHEST_SCORE })
  @IsInt(SCORE)
  @Min(LOWEST_SCORE, SCORE)
  @Max(HIGHEST_SCORE, SCORE)
  readonly overallScore!: number;
}

export class ReportRequest {
  @Text({
    min: 1,
    max: LONGEST_REASON,
    normalise: written,
    message: 'Please provide a reason for reporting this post',
    tooLong: `A reason has at most ${LONGEST_REASON} characters`,
  })
  readonly reason!: string;

  @Optional(OneOf(REPORT_CATEGORIES), { default: 'other', message: 'This category does not exist' })
  readonly category: ReportCategory = 'other';
}

/** How many ids one request may ask about. */
const MOST_IDS = 100;
const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const IDS = Matching(new RegExp(`^${UUID}(,${UUID})*$`, 'i'));
const ids = (of: string) => ({
  about: `Ids of ${of}, with commas between them; at most ${MOST_IDS} ids in all.`,
  message: `This is not a list of ids of ${of}`,
});

export class MarksRequest {
  @Optional(IDS, ids('posts')) readonly posts?: string;
  @Optional(IDS, ids('comments')) readonly comments?: string;

  @Optional(Id, {
    about: 'The id of a post: asks about this post and all its comments.',
    message: 'This is not the id of a post',
  })
  readonly thread?: string;
}

/** The ids that a request asks about, each once. @throws Rejected (invalid) if they are too many */
export function askedIn({ posts = '', comments = '' }: MarksRequest) {
  const lists = [posts, comments].map((list) => [...new Set(list.split(',').filter(Boolean))] as const);
  if (lists.flat().length > MOST_IDS)
    throw new Rejected('invalid', `Please ask about at most ${MOST_IDS} ids.`);
  const [postIds = [], commentIds = []] = lists;
  return { postIds, commentIds };
}
