import type { CommandBus } from '@nestjs/cqrs';
import { BlockPicture, UndoPictureBlock } from '../domain/moderation/blocked-picture.commands.js';
import { photo } from '../domain/photo/photo.js';
import { post } from '../domain/post/post.js';
import type { States } from '../kernel/states.js';
import type { Reaction } from './reaction.js';

/** What the reaction works with. */
export interface BlockedPicturesParts {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly states: Pick<States, 'of'>;
}

/** Puts the picture of a removed post on the block list, and takes it off when the removal is undone. */
export function blockedPictures({ commands, states }: BlockedPicturesParts): Reaction {
  return {
    name: 'blocked-pictures',
    on: {
      PostRemoved: async ({ data: { postId, actId, reason } }) => {
        const { admitted } = await states.of(photo, postId);
        if (!admitted) return;
        const { imageHash, perceptualHash } = admitted.picture;
        await commands.execute(new BlockPicture({ imageHash, perceptualHash, postId, actId, reason }));
      },
      PostActUndone: async ({ data: { postId, actId } }) => {
        const { imageHash } = await states.of(post, postId);
        await commands.execute(new UndoPictureBlock({ imageHash, actId }));
      },
    },
  };
}
