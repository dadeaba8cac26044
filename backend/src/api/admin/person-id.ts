import { NotFoundException, ParseUUIDPipe } from '@nestjs/common';

/** The id of a person in an address. An id of another kind is one that nobody has. */
export const personId = new ParseUUIDPipe({
  exceptionFactory: () => new NotFoundException('User not found'),
});
