import { NotFoundException, Param, ParseUUIDPipe } from '@nestjs/common';
import { OneOf } from '../../contract/fields.js';

/** The comment id in the path. An impossible id is a comment that does not exist. */
export const CommentId = () => Param('id', new ParseUUIDPipe({ exceptionFactory: commentNotFound }));

export function commentNotFound(): NotFoundException {
  return new NotFoundException('Comment not found');
}

/** Response after a change: true, whether or not it was true before. */
export class Done {
  @OneOf([true]) readonly success!: true;
}

export const DONE: Done = { success: true };
