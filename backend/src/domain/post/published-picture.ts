import { aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import type * as commands from './published-picture.commands.js';
import { publishedPictureEvents } from './published-picture.events.js';

/** Which post a person's picture is published as; null when it is not on the board. */
export interface PublishedPicture {
  readonly postId: string | null;
}

const publishPicture = (
  { abandoned, ...published }: commands.PublishPicture,
  picture: PublishedPicture,
): EventOf<typeof publishedPictureEvents>[] => {
  if (picture.postId === published.postId) return [];
  if (picture.postId !== null && picture.postId !== abandoned) {
    throw new Rejected('conflict', 'You have already published this photo.');
  }
  return [{ type: 'PicturePublished', data: published }];
};

const withdrawPicture = (
  command: commands.WithdrawPicture,
  picture: PublishedPicture,
): EventOf<typeof publishedPictureEvents>[] =>
  picture.postId === command.postId ? [{ type: 'PictureWithdrawn', data: command }] : [];

type Key = commands.PublishPicture | commands.WithdrawPicture;

const initial: PublishedPicture = { postId: null };

export const PublishedPicture = aggregate('publication', {
  id: ({ ownerId, imageHash }: Key) => `${ownerId}-${imageHash}`,
  initial,
  lastEventIsState: true,
  events: publishedPictureEvents,
}).rules({
  evolve: {
    PicturePublished: (_, { postId }) => ({ postId }),
    PictureWithdrawn: () => ({ postId: null }),
  },
  decide: { PublishPicture: publishPicture, WithdrawPicture: withdrawPicture },
});
