import type { ImageStore } from '../infrastructure/images/image-store.port.js';
import type { Reaction } from './reaction.js';

/** Removes the files of a deleted photo or post, and of a profile picture that was replaced or removed. */
export function photoFiles(images: ImageStore): Reaction {
  return {
    name: 'photo-files',
    on: {
      PhotoDeleted: ({ data }) => images.delete(data.photoId),
      PostDeleted: ({ data }) => images.delete(data.postId),
      ProfilePictureChanged: async ({ data: { previousId } }) => {
        if (previousId !== null) await images.delete(previousId);
      },
    },
  };
}
