import type { Catalogue } from '../../kernel/event.js';

/** The four category scores, each 0 to 10 with one decimal. */
export interface CategoryScores {
  readonly toeAlignment: number;
  readonly toeNails: number;
  readonly footShape: number;
  readonly aesthetic: number;
}

/**
 * What is kept of a picture besides its renditions. Width and height are those of the largest one, in pixels.
 */
export interface Picture {
  readonly imageHash: string;
  readonly perceptualHash: string;
  readonly thumbhash: string;
  readonly width: number;
  readonly height: number;
}

export interface PhotoEvents {
  /** A photo passed the gate and was rated; the rating is ours and no other. */
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
  /** A photo passed the gate for its owner, who asked for no rating, to be published at once. */
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
  /** A photo was refused by the gate and thrown away. It counts against its uploader and against the address. */
  PhotoRefused: {
    photoId: string;
    /** `account:{id}` or `address:{hmac}`. */
    uploader: string;
    /** `address:{hmac}`; null where it was not written down, as of accounts until version 2. */
    address: string | null;
    reasons: readonly string[];
  };
  /** Somebody took the rating to publish it; nobody else can from now on. */
  RatingClaimed: { photoId: string; accountId: string };
  /** A photo that nobody published was deleted with its renditions. */
  PhotoDeleted: { photoId: string };
}

export const photoEvents: Catalogue<PhotoEvents> = {
  PhotoRated: { version: 1 },
  PhotoAdmitted: { version: 1 },
  PhotoRefused: {
    version: 2,
    upcast: {
      1: (data) => ({
        ...data,
        address: String(data['uploader']).startsWith('address:') ? data['uploader'] : null,
      }),
    },
  },
  RatingClaimed: { version: 1 },
  PhotoDeleted: { version: 1 },
};
