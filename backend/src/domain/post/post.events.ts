import { type EventsOf, event } from '../../kernel/event.js';
import { flag, id, list, nullable, number, object, oneOf, text, time, week } from '../../kernel/field.js';
import { Review } from '../moderation/publication.js';
import { Standing } from '../moderation/standing.js';
import { CategoryScores, Picture } from '../photo/photo.events.js';

export const postEvents = {
  /** A photo was published on the board or, when it needs a review first, entered the review queue. */
  PostPublished: event(
    {
      /** The same id as its photo: a photo can be published once. */
      postId: id,
      ownerId: id,
      picture: Picture,
      /** The verdict that the AI gave the photo: AI score, category scores, comment. Null for a post without one. */
      rating: nullable(
        object({
          scores: CategoryScores,
          score: number,
          comment: text,
        }),
      ),
      /** False until a moderator has approved it. */
      isPublic: flag,
      moderationFlags: list(text),
      /** The standing of its owner at that time. */
      standing: Standing,
      review: Review,
      publishedAt: time,
      /** The ISO week that it competes in, e.g. `2026-W47`, in the time zone configured at that time. */
      week,
    },
    '{actor} published {postId} in {week} (AI score {rating.score?none}), {isPublic?visible to all:to be reviewed first}.',
    { postId: ['post', 'photo'], ownerId: 'person', week: 'week' },
  ),
  /** The post and its picture were deleted permanently. */
  PostDeleted: event(
    {
      postId: id,
      ownerId: id,
      imageHash: id,
      /** `moderation`: it had been removed by an admin for some time. */
      because: oneOf('owner', 'account deleted', 'moderation'),
    },
    '{actor} deleted {postId} and its picture for good ({because|words}).',
    { postId: ['post', 'photo'], ownerId: 'person' },
  ),
};

export type PostEvents = EventsOf<typeof postEvents>;
