import { type Aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import * as commands from './published-picture.commands.js';
import type { PublishedPictureEvents } from './published-picture.events.js';

/** Which post a person's picture is published as; null when it is not on the board. */
export interface PublishedPicture {
  readonly postId: string | null;
}

const publishPicture = (
  { abandoned, ...published }: commands.PublishPicture['data'],
  picture: PublishedPicture,
): EventOf<PublishedPictureEvents>[] => {
  if (picture.postId === published.postId) return [];
  if (picture.postId !== null && picture.postId !== abandoned) {
    throw new Rejected('conflict', 'You have already published this photo.');
  }
  return [{ type: 'PicturePublished', data: published }];
};

const withdrawPicture = (
  command: commands.WithdrawPicture['data'],
  picture: PublishedPicture,
): EventOf<PublishedPictureEvents>[] =>
  picture.postId === command.postId ? [{ type: 'PictureWithdrawn', data: command }] : [];

export const publishedPicture: Aggregate<PublishedPicture, PublishedPictureEvents, typeof commands> = {
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
