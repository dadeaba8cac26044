import { NotFoundException, ParseUUIDPipe, Param } from '@nestjs/common';

/** The id of a post in the address. What can be no id is a post that is not there. */
export const PostId = () => Param('id', new ParseUUIDPipe({ exceptionFactory: postNotFound }));

/** What is said where there is no post, or none that whoever asks may see. */
export function postNotFound(): NotFoundException {
  return new NotFoundException('Post not found');
}
