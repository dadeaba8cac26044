import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PublishedPicture } from '../../domain/post/published-picture.js';
import type { Reaction } from '../reaction.js';

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
