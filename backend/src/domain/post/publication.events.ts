import type { Catalogue } from '../../kernel/event.js';

export interface PublicationEvents {
  /** A person published a picture. They cannot publish the same picture twice. */
  PicturePublished: { ownerId: string; imageHash: string; postId: string };
  /** The post was deleted, so the picture may be published again. */
  PictureWithdrawn: { ownerId: string; imageHash: string; postId: string };
}

export const publicationEvents: Catalogue<PublicationEvents> = {
  PicturePublished: { version: 1 },
  PictureWithdrawn: { version: 1 },
};
