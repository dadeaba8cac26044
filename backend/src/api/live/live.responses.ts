import { Flag, Id, List, Text } from '../../contract/fields.js';
import { LivePost } from '../../projections/leaderboard/shown-posts.js';

/** The data of a `posts` event: the changed public posts, as they are now. */
export class LiveMessage {
  @List(() => LivePost, 'Every changed post, new ones included.') readonly posts!: readonly LivePost[];
  @List(Id, 'Ids of new posts on the board.') readonly published!: readonly string[];
  @List(Id, 'Ids of changed posts whose boost began or ended: the order of all posts has changed.')
  readonly boosted!: readonly string[];
  @List(Id, 'Ids of posts that were deleted or hidden.') readonly removed!: readonly string[];
}

/** What happened after the position that was given. */
export class LiveNews extends LiveMessage {
  @Text('The position up to which the client then knows everything: for the next request, or a stream.')
  readonly position!: string;
  @Flag('Whether the client missed too much, or its position is not in the log: it reloads everything.')
  readonly reload!: boolean;
}
