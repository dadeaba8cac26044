import { type EventsOf, event } from '../../kernel/event.js';
import { type TypeOf, id, list, named, number, object, oneOf, text } from '../../kernel/field.js';

/** The four category scores, each from 0 to 10 with one decimal. */
export const CategoryScores = named(
  'CategoryScores',
  object({
    toeAlignment: number,
    toeNails: number,
    footShape: number,
    aesthetic: number,
  }),
);
export type CategoryScores = TypeOf<typeof CategoryScores>;

/** The data of a picture besides its renditions. Width and height are those of the largest rendition, in pixels. */
export const Picture = named(
  'Picture',
  object({
    imageHash: id,
    perceptualHash: id,
    thumbhash: text,
    width: number,
    height: number,
  }),
);
export type Picture = TypeOf<typeof Picture>;

const judge = object({ kind: oneOf('demo', 'ai'), model: text, promptVersion: text });

export const photoEvents = {
  /** A photo passed the check and was rated. Only this rating can be published. */
  PhotoRated: event(
    {
      photoId: id,
      /** `account:{id}` or `address:{hmac}`. */
      uploader: id,
      picture: Picture,
      verdict: oneOf('pass', 'review'),
      reasons: list(text),
      scores: CategoryScores,
      /** The mean of the four scores, one decimal. */
      score: number,
      comment: text,
      judge,
    },
    '{actor} uploaded {photoId} and got the AI score {score} from the model {judge.model} (verdict: {verdict|words}).',
    { photoId: 'photo', 'account:uploader': 'person' },
  ),
  /** A photo passed the check without a rating, to be published by its owner at once. */
  PhotoAdmitted: event(
    {
      photoId: id,
      ownerId: id,
      /** `account:{id}`. */
      uploader: id,
      picture: Picture,
      verdict: oneOf('pass', 'review'),
      reasons: list(text),
      judge,
    },
    '{actor} uploaded {photoId} without a rating (verdict of the model {judge.model}: {verdict|words}).',
    { photoId: 'photo', 'account:uploader': 'person', ownerId: 'person' },
  ),
  /** The check refused a photo and discarded it. The refusal counts against uploader and address. */
  PhotoRefused: event(
    {
      photoId: id,
      /** `account:{id}` or `address:{hmac}`. */
      uploader: id,
      /** `address:{hmac}`. */
      address: id,
      reasons: list(text),
    },
    '{actor} uploaded {photoId}, which the photo check refused as it {reasons|list}.',
    { photoId: 'photo', 'account:uploader': 'person' },
  ),
  /**
   * The rating became a user's: they registered in the browser that had uploaded the photo, or published it. No other user can
   * claim it from now on.
   */
  RatingClaimed: event(
    {
      photoId: id,
      accountId: id,
    },
    '{actor} claimed {photoId} with its rating.',
    { photoId: 'photo', accountId: 'person' },
  ),
  /** An unpublished photo was deleted with its renditions. */
  PhotoDeleted: event(
    {
      photoId: id,
    },
    '{actor} deleted {photoId}, which nobody had published.',
    { photoId: 'photo' },
  ),
};

export type PhotoEvents = EventsOf<typeof photoEvents>;
