import type { Catalogue } from '../../kernel/event.js';

export interface PublishedPictureEvents {
  /** A person published a picture. They cannot publish the same picture twice. */
  PicturePublished: { ownerId: string; imageHash: string; postId: string };
  /** The post was deleted, so the picture may be published again. */
  PictureWithdrawn: { ownerId: string; imageHash: string; postId: string };
}

export const publishedPictureEvents: Catalogue<PublishedPictureEvents> = {
  PicturePublished: {
    version: 1,
    trail: {
      says: '{actor} published the picture of {postId} for the first time.',
      about: { postId: 'post', ownerId: 'person' },
    },
  },
  PictureWithdrawn: {
    version: 1,
    trail: {
      says: '{actor} withdrew the picture of {postId}, so that {ownerId} could publish it again.',
      about: { postId: 'post', ownerId: 'person' },
    },
  },
};
