import { NotFoundException, Param, ParseUUIDPipe } from '@nestjs/common';
import { Id, Maybe, Optional, Text, OneOf } from '../../contract/fields.js';
import { written } from '../../shared/visible-text.js';
import { LONGEST_COMMENT } from '../../domain/comment/comment.js';

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

/** Response after a change: true, whether or not it was true before. */
export class Done {
  @OneOf([true]) readonly success!: true;
}

export const DONE: Done = { success: true };
