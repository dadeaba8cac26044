import type { CommandBus } from '@nestjs/cqrs';
import { BlockPicture, UndoPictureBlock } from '../../domain/moderation/blocked-picture.commands.js';
import type { ReasonCode } from '../../domain/moderation/reasons.js';
import { photo } from '../../domain/photo/photo.js';
import { post } from '../../domain/post/post.js';
import type { States } from '../../kernel/states.js';
import type { Reaction } from '../reaction.js';

/** What the reaction works with. */
export interface BlockedPicturesParts {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly states: Pick<States, 'of'>;
}

interface Act {
  readonly data: { readonly postId: string; readonly actId: string };
}

/**
 * Puts the picture of a removed post, or of one under legal hold, on the block list, and takes it off when that is undone.
 */
export function blockedPictures({ commands, states }: BlockedPicturesParts): Reaction {
  const block = async ({ data }: Act & { readonly data: { readonly reason: ReasonCode } }) => {
    const { postId, actId, reason } = data;
    const { admitted } = await states.of(photo, postId);
    if (!admitted) return;
    const { imageHash, perceptualHash } = admitted.picture;
    await commands.execute(new BlockPicture({ imageHash, perceptualHash, postId, actId, reason }));
  };
  const undo = async ({ data: { postId, actId } }: Act) => {
    const { imageHash } = await states.of(post, postId);
    await commands.execute(new UndoPictureBlock({ imageHash, actId }));
  };
  return {
    name: 'blocked-pictures',
    on: { PostRemoved: block, PostActUndone: undo, PostEscalated: block, LegalHoldLifted: undo },
  };
}
