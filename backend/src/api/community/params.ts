import { NotFoundException, ParseUUIDPipe, Param } from '@nestjs/common';

/** The id of a post in the address. What can be no id is a post that is not there. */
export const PostId = () => Param('id', new ParseUUIDPipe({ exceptionFactory: postNotFound }));

/** The id of a comment in the address. What can be no id is a comment that is not there. */
export const CommentId = () => Param('id', new ParseUUIDPipe({ exceptionFactory: commentNotFound }));

export function postNotFound(): NotFoundException {
  return new NotFoundException('Post not found');
}

export function commentNotFound(): NotFoundException {
  return new NotFoundException('Comment not found');
}
