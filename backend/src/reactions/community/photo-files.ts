import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Post } from '../../domain/post/post.js';
import { ImageStore } from '../../infrastructure/images/image-store.port.js';
import { States } from '../../kernel/states.js';
import type { Reaction } from '../reaction.js';
import { PublishedPicture } from '../../domain/post/published-picture.js';

/**
 * Removes the files of a deleted photo or post, and of a profile picture that was replaced or removed. Those of a deleted
 * post under legal hold are kept until the hold is lifted, no matter who deleted it.
 */
@Injectable()
export class PhotoFiles implements Reaction {
  constructor(
    private readonly images: ImageStore,
    private readonly states: States,
  ) {}

  readonly name = 'photo-files';
  readonly on: Reaction['on'] = {
    PhotoDeleted: ({ data }) => this.images.delete(data.photoId),
    PostDeleted: ({ data }) => this.settle(data.postId),
    LegalHoldLifted: ({ data }) => this.settle(data.postId),
    ProfilePictureChanged: async ({ data: { previousId } }) => {
      if (previousId !== null) await this.images.delete(previousId);
    },
  };

  private async settle(postId: string): Promise<void> {
    const { deleted, legalHold } = await this.states.of(Post, postId);
    if (deleted && legalHold === null) await this.images.delete(postId);
  }
}

/**
 * Releases the picture of a deleted post, so that its owner may publish it again. A picture that an admin removed stays
 * taken.
 */
@Injectable()
export class WithdrawnPictures implements Reaction {
  constructor(private readonly commands: CommandBus) {}

  readonly name = 'withdrawn-pictures';
  readonly on: Reaction['on'] = {
    PostDeleted: async ({ data: { ownerId, imageHash, postId, because } }) => {
      if (because === 'moderation') return;
      await this.commands.execute(PublishedPicture.WithdrawPicture({ ownerId, imageHash, postId }));
    },
  };
}
