import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PictureBlock } from '../../domain/moderation/blocked-picture.js';
import type { ReasonCode } from '../../domain/moderation/reasons.js';
import { Photo } from '../../domain/photo/photo.js';
import { Post } from '../../domain/post/post.js';
import { States } from '../../kernel/states.js';
import type { Reaction } from '../reaction.js';

interface Act {
  readonly postId: string;
  readonly actId: string;
}

/**
 * Puts the picture of a removed post, or of one under legal hold, on the block list, and takes it off when that is undone.
 */
@Injectable()
export class BlockedPictures implements Reaction {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
  ) {}

  readonly name = 'blocked-pictures';
  readonly on: Reaction['on'] = {
    PostRemoved: ({ data }) => this.block(data),
    PostActUndone: ({ data }) => this.undo(data),
    PostEscalated: ({ data }) => this.block(data),
    LegalHoldLifted: ({ data }) => this.undo(data),
  };

  private async block({ postId, actId, reason }: Act & { readonly reason: ReasonCode }): Promise<void> {
    const { admitted } = await this.states.of(Photo, postId);
    if (!admitted) return;
    const { imageHash, perceptualHash } = admitted.picture;
    await this.commands.execute(
      PictureBlock.BlockPicture({ imageHash, perceptualHash, postId, actId, reason }),
    );
  }

  private async undo({ postId, actId }: Act): Promise<void> {
    const { imageHash } = await this.states.of(Post, postId);
    await this.commands.execute(PictureBlock.UndoPictureBlock({ imageHash, actId }));
  }
}
