import { ApiProperty } from '@nestjs/swagger';

/** The answer when it is so now, whether or not it was before. */
export class Done {
  @ApiProperty({ enum: [true] })
  readonly success!: true;
}

/** Whether whoever asks likes it; false for visitors. */
export class LikeState {
  @ApiProperty()
  readonly liked!: boolean;
}

/** What whoever asks gave the post. */
export class UserRating {
  @ApiProperty({
    type: Number,
    nullable: true,
    minimum: 0,
    maximum: 10,
    description: 'Null before, and for visitors.',
  })
  readonly rating!: number | null;
}

export const DONE: Done = { success: true };
