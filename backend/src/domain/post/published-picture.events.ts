import { type EventsOf, event } from '../../kernel/event.js';
import { id } from '../../kernel/field.js';

export const publishedPictureEvents = {
  /** A person published a picture. They cannot publish the same picture twice. */
  PicturePublished: event({
    version: 1,
    data: {
      ownerId: id,
      imageHash: id,
      postId: id,
    },
    trail: {
      says: '{actor} published the picture of {postId} for the first time.',
      about: { postId: 'post', ownerId: 'person' },
    },
  }),
  /** The post was deleted, so the picture may be published again. */
  PictureWithdrawn: event({
    version: 1,
    data: {
      ownerId: id,
      imageHash: id,
      postId: id,
    },
    trail: {
      says: '{actor} withdrew the picture of {postId}, so that {ownerId} could publish it again.',
      about: { postId: 'post', ownerId: 'person' },
    },
  }),
};

export type PublishedPictureEvents = EventsOf<typeof publishedPictureEvents>;
