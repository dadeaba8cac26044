import { type EventsOf, event } from '../../kernel/event.js';
import { id } from '../../kernel/field.js';

export const publishedPictureEvents = {
  /** A person published a picture. They cannot publish the same picture twice. */
  PicturePublished: event(
    {
      ownerId: id,
      imageHash: id,
      postId: id,
    },
    '{actor} published the picture of {postId} for the first time.',
    { postId: 'post', ownerId: 'person' },
  ),
  /** The post was deleted, so the picture may be published again. */
  PictureWithdrawn: event(
    {
      ownerId: id,
      imageHash: id,
      postId: id,
    },
    '{actor} withdrew the picture of {postId}, so that {ownerId} could publish it again.',
    { postId: 'post', ownerId: 'person' },
  ),
};

export type PublishedPictureEvents = EventsOf<typeof publishedPictureEvents>;
