import { aggregate, Rejected } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, id } from '../../kernel/field.js';

const fields = { ownerId: id, imageHash: id, postId: id };
const about = { postId: 'post', ownerId: 'person' } as const;

type Publication = DataOf<typeof fields>;

interface NewPublication extends Publication {
  readonly abandoned: string | null;
}

/** Which post a person's picture is published as; null when it is not on the board. */
export interface PublishedPicture {
  readonly postId: string | null;
}

const initial: PublishedPicture = { postId: null };

export const PublishedPicture = aggregate('publication', {
  id: ({ ownerId, imageHash }: Pick<Publication, 'ownerId' | 'imageHash'>) => `${ownerId}-${imageHash}`,
  initial,
  lastEventIsState: true,
  events: {
    /** A person published a picture. They cannot publish the same picture twice. */
    PicturePublished: event(fields, '{actor} published the picture of {postId} for the first time.', about),
    /** The post was deleted, so the picture may be published again. */
    PictureWithdrawn: event(
      fields,
      '{actor} withdrew the picture of {postId}, so that {ownerId} could publish it again.',
      about,
    ),
  },
}).rules({
  evolve: {
    PicturePublished: (_, { postId }) => ({ postId }),
    PictureWithdrawn: () => ({ postId: null }),
  },
  decide: {
    /**
     * Record that a person publishes this picture, so that it is on the board at most once. `abandoned` is an attempt that was
     * interrupted before its post was published; this one takes its place.
     */
    PublishPicture({ abandoned, ...published }: NewPublication, { postId }) {
      if (postId === published.postId) return [];
      if (postId !== null && postId !== abandoned) {
        throw new Rejected('conflict', 'You have already published this photo.');
      }
      return [{ type: 'PicturePublished', data: published }];
    },
    /** Allow the picture to be published again, because its post was deleted. */
    WithdrawPicture: (withdrawn: Publication, { postId }) =>
      postId === withdrawn.postId ? [{ type: 'PictureWithdrawn', data: withdrawn }] : [],
  },
});
