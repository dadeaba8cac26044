import { post } from '../../domain/post/post.js';
import type { ImageStore } from '../../infrastructure/images/image-store.port.js';
import type { States } from '../../kernel/states.js';
import type { Reaction } from '../reaction.js';

/** What the reaction works with. */
export interface PhotoFilesParts {
  readonly images: Pick<ImageStore, 'delete'>;
  readonly states: Pick<States, 'of'>;
}

/**
 * Removes the files of a deleted photo or post, and of a profile picture that was replaced or removed. Those of a deleted
 * post under legal hold are kept until the hold is lifted, whoever deleted it.
 */
export function photoFiles({ images, states }: PhotoFilesParts): Reaction {
  const settle = async ({ data: { postId } }: { readonly data: { readonly postId: string } }) => {
    const { deleted, legalHold } = await states.of(post, postId);
    if (deleted && legalHold === null) await images.delete(postId);
  };
  return {
    name: 'photo-files',
    on: {
      PhotoDeleted: ({ data }) => images.delete(data.photoId),
      PostDeleted: settle,
      LegalHoldLifted: settle,
      ProfilePictureChanged: async ({ data: { previousId } }) => {
        if (previousId !== null) await images.delete(previousId);
      },
    },
  };
}
