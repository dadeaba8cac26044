import { ApiProperty } from '@nestjs/swagger';
import { Flag, Id, List, Maybe, OneOf, Whole } from '../../contract/fields.js';
import { HIGHEST_SCORE, LOWEST_SCORE } from '../../domain/rating/rating.js';

/** Response after a change: true, whether or not it was true before. */
export class Done {
  @OneOf([true]) readonly success!: true;
}

export const DONE: Done = { success: true };

/** Whether the signed-in user likes it; false for visitors. */
export class LikeState {
  @Flag() readonly liked!: boolean;
}

export class UserRating {
  @Maybe(Whole, { min: 0, max: 10, about: 'Null without a rating, and for visitors.' })
  readonly rating!: number | null;
}

/** What is one person's own among posts and comments. Answers for everyone have none of it. */
export class Marks {
  @List(Id, 'The posts that you like.') readonly likedPosts!: readonly string[];
  @List(Id, 'The comments that you like.') readonly likedComments!: readonly string[];

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer', minimum: LOWEST_SCORE, maximum: HIGHEST_SCORE },
    description: 'Your ratings, by the id of the post.',
  })
  readonly ratings!: Readonly<Record<string, number>>;
}
