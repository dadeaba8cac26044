import { WithdrawPicture } from '../../domain/post/published-picture.commands.js';
import type { CommandBus } from '@nestjs/cqrs';
import type { Reaction } from '../reaction.js';

/**
 * Releases the picture of a deleted post, so that its owner may publish it again. A picture that an admin removed stays
 * taken.
 */
export function withdrawnPictures(commands: Pick<CommandBus, 'execute'>): Reaction {
  return {
    name: 'withdrawn-pictures',
    on: {
      PostDeleted: async ({ data: { ownerId, imageHash, postId, because } }) => {
        if (because === 'moderation') return;
        await commands.execute(new WithdrawPicture({ ownerId, imageHash, postId }));
      },
    },
  };
}
