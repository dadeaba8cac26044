import type { PhotoEvents } from './photo.events.js';

/** Record the verdict on a photo, which allows its owner to publish it. */
export type IssueVerdict = Omit<PhotoEvents['PhotoRated'], 'score'>;

/** Record that a photo is allowed, without scores: its owner publishes it at once. */
export type AdmitPhoto = PhotoEvents['PhotoAdmitted'];

/** Record that a photo was refused. */
export type RefusePhoto = PhotoEvents['PhotoRefused'];

/**
 * Claim a photo: only this account can publish it from then on. The hash must be the one that the verdict was issued for.
 * Only the uploader may: the account that uploaded the photo or, for a visitor's photo, the account whose browser holds its
 * claim.
 */
export type ClaimPhoto = {
  photoId: string;
  imageHash: string;
  accountId: string;
  holdsClaim: boolean;
};

/**
 * Delete a photo that was found unpublished, claimed by `claimedBy` or unclaimed; if it was claimed
 * since then, the photo stays.
 */
export type DeletePhoto = { photoId: string; claimedBy: string | null };
