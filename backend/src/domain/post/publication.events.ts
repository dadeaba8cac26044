import type { Catalogue } from '../../kernel/event.js';

export interface PublicationEvents {
  /** A person put a picture on the board; the same picture of theirs can't go there twice. */
  PicturePublished: { ownerId: string; imageHash: string; postId: string };
  /** The post is gone, so the picture may be published once more. */
  PictureWithdrawn: { ownerId: string; imageHash: string; postId: string };
}

export const publicationEvents: Catalogue<PublicationEvents> = {
  PicturePublished: { version: 1 },
  PictureWithdrawn: { version: 1 },
};
