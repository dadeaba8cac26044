import type { ImageStore } from '../infrastructure/images/image-store.port.js';
import type { Reaction } from './reaction.js';

/**
 * Removes the files of a photo that was deleted, as it is or with the post that it was, and of a profile's picture that
 * another one, or none, has taken the place of.
 */
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
