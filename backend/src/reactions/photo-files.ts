import type { ImageStore } from '../infrastructure/images/image-store.port.js';
import type { Reaction } from './reaction.js';

/** Removes the files of a photo that was deleted, as it is or with the post that it was. */
export function photoFiles(images: ImageStore): Reaction {
  return {
    name: 'photo-files',
    on: {
      PhotoDeleted: ({ data }) => images.delete(data.photoId),
      PostDeleted: ({ data }) => images.delete(data.postId),
    },
  };
}
