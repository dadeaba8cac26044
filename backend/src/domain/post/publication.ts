import { type Aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import * as commands from './publication.commands.js';
import type { PublicationEvents } from './publication.events.js';

/** Whether a person's picture is on the board, and as which post. */
export interface Publication {
  readonly postId: string | null;
}

const publishPicture = (
  wish: commands.PublishPicture['data'],
  publication: Publication,
): EventOf<PublicationEvents>[] => {
  if (publication.postId === wish.postId) return [];
  if (publication.postId !== null) throw new Rejected('conflict', 'You have already published this photo.');
  return [{ type: 'PicturePublished', data: wish }];
};

const withdrawPicture = (
  wish: commands.WithdrawPicture['data'],
  publication: Publication,
): EventOf<PublicationEvents>[] =>
  publication.postId === wish.postId ? [{ type: 'PictureWithdrawn', data: wish }] : [];

export const publication: Aggregate<Publication, PublicationEvents, typeof commands> = {
  category: 'publication',
  id: ({ ownerId, imageHash }) => `${ownerId}-${imageHash}`,
  initial: { postId: null },
  lastEventIsState: true,
  commands,
  decide: { PublishPicture: publishPicture, WithdrawPicture: withdrawPicture },
  evolve: {
    PicturePublished: (_, { postId }) => ({ postId }),
    PictureWithdrawn: () => ({ postId: null }),
  },
};
