import { Id, List, Matching, Optional } from '../../contract/fields.js';
import { LivePost } from '../../projections/leaderboard/shown-posts.js';

const EVENT_ID = /^\d{1,16}$/;

/** Where a stream resumes. */
export class LiveRequest {
  @Optional(Matching(EVENT_ID), {
    pattern: EVENT_ID.source,
    about: 'The id of the last event received, for clients that cannot set Last-Event-ID.',
    message: 'after must be the id of an event',
  })
  readonly after?: string;
}

/** The data of a `posts` event: the changed public posts, as they are now. */
export class LiveMessage {
  @List(() => LivePost, 'Every changed post, new ones included.') readonly posts!: readonly LivePost[];
  @List(Id, 'Ids of new posts on the board.') readonly published!: readonly string[];
  @List(Id, 'Ids of changed posts whose boost began or ended: the order of all posts has changed.')
  readonly boosted!: readonly string[];
  @List(Id, 'Ids of posts that were deleted or hidden.') readonly removed!: readonly string[];
}
