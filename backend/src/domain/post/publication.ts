import { type Aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import * as commands from './publication.commands.js';
import type { PublicationEvents } from './publication.events.js';

/** Which post a person's picture is published as; null when it is not on the board. */
export interface Publication {
  readonly postId: string | null;
}

const publishPicture = (
  command: commands.PublishPicture['data'],
  publication: Publication,
): EventOf<PublicationEvents>[] => {
  if (publication.postId === command.postId) return [];
  if (publication.postId !== null) throw new Rejected('conflict', 'You have already published this photo.');
  return [{ type: 'PicturePublished', data: command }];
};

const withdrawPicture = (
  command: commands.WithdrawPicture['data'],
  publication: Publication,
): EventOf<PublicationEvents>[] =>
  publication.postId === command.postId ? [{ type: 'PictureWithdrawn', data: command }] : [];

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
