import { Flag, Maybe, OneOf, Whole } from '../../contract/fields.js';

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
