import { NotFoundException, ParseUUIDPipe, Param } from '@nestjs/common';

/** The id of a comment in the address. What can be no id is a comment that is not there. */
export const CommentId = () => Param('id', new ParseUUIDPipe({ exceptionFactory: commentNotFound }));

/** What is said where there is no comment. */
export function commentNotFound(): NotFoundException {
  return new NotFoundException('Comment not found');
}
