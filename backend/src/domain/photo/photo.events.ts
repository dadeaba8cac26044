import type { Catalogue } from '../../kernel/event.js';

/** The four category scores, each from 0 to 10 with one decimal. */
export interface CategoryScores {
  readonly toeAlignment: number;
  readonly toeNails: number;
  readonly footShape: number;
  readonly aesthetic: number;
}

/** The data of a picture besides its renditions. Width and height are those of the largest rendition, in pixels. */
export interface Picture {
  readonly imageHash: string;
  readonly perceptualHash: string;
  readonly thumbhash: string;
  readonly width: number;
  readonly height: number;
}

export interface PhotoEvents {
  /** A photo passed the check and was rated. Only this rating can be published. */
  PhotoRated: {
    photoId: string;
    /** `account:{id}` or `address:{hmac}`. */
    uploader: string;
    picture: Picture;
    verdict: 'pass' | 'review';
    reasons: readonly string[];
    scores: CategoryScores;
    /** The mean of the four scores, one decimal. */
    score: number;
    comment: string;
    judge: { kind: 'demo' | 'ai'; model: string; promptVersion: string };
  };
  /** A photo passed the check without a rating, to be published by its owner at once. */
  PhotoAdmitted: {
    photoId: string;
    ownerId: string;
    /** `account:{id}`. */
    uploader: string;
    picture: Picture;
    verdict: 'pass' | 'review';
    reasons: readonly string[];
    judge: { kind: 'demo' | 'ai'; model: string; promptVersion: string };
  };
  /** The check refused a photo and discarded it. The refusal counts against uploader and address. */
  PhotoRefused: {
    photoId: string;
    /** `account:{id}` or `address:{hmac}`. */
    uploader: string;
    /** `address:{hmac}`. */
    address: string;
    reasons: readonly string[];
  };
  /**
   * The rating became a user's: they registered in the browser that had uploaded the photo, or published it. No other user can
   * claim it from now on.
   */
  RatingClaimed: { photoId: string; accountId: string };
  /** An unpublished photo was deleted with its renditions. */
  PhotoDeleted: { photoId: string };
}

export const photoEvents: Catalogue<PhotoEvents> = {
  PhotoRated: {
    version: 1,
    trail: {
      says: '{actor} uploaded {photoId} and got the AI score {score} from the model {judge.model} (verdict: {verdict|words}).',
      about: { photoId: 'photo', 'account:uploader': 'person' },
    },
  },
  PhotoAdmitted: {
    version: 1,
    trail: {
      says: '{actor} uploaded {photoId} without a rating (verdict of the model {judge.model}: {verdict|words}).',
      about: { photoId: 'photo', 'account:uploader': 'person', ownerId: 'person' },
    },
  },
  PhotoRefused: {
    version: 1,
    trail: {
      says: '{actor} uploaded {photoId}, which the photo check refused as it {reasons|list}.',
      about: { photoId: 'photo', 'account:uploader': 'person' },
    },
  },
  RatingClaimed: {
    version: 1,
    trail: {
      says: '{actor} claimed {photoId} with its rating.',
      about: { photoId: 'photo', accountId: 'person' },
    },
  },
  PhotoDeleted: {
    version: 1,
    trail: { says: '{actor} deleted {photoId}, which nobody had published.', about: { photoId: 'photo' } },
  },
};
