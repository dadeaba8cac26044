import { Command } from '../../kernel/aggregate.js';
import type { PhotoEvents } from './photo.events.js';

/** Record the verdict on a photo, which allows its owner to publish it. */
export class IssueVerdict extends Command<Omit<PhotoEvents['PhotoRated'], 'score'>> {}

/** Record that a photo is allowed, without scores: its owner publishes it at once. */
export class AdmitPhoto extends Command<PhotoEvents['PhotoAdmitted']> {}

/** Record that a photo was refused. */
export class RefusePhoto extends Command<PhotoEvents['PhotoRefused']> {}

/**
 * Claim a photo: only this account can publish it from then on. The hash must be the one that the verdict was issued for.
 * Only the uploader may: the account that uploaded the photo or, for a visitor's photo, the account whose browser holds its
 * claim.
 */
export class ClaimPhoto extends Command<{
  photoId: string;
  imageHash: string;
  accountId: string;
  holdsClaim: boolean;
}> {}

/**
 * Delete a photo that was found unpublished, claimed by `claimedBy` or unclaimed; if it was claimed
 * since then, the photo stays.
 */
export class DeletePhoto extends Command<{ photoId: string; claimedBy: string | null }> {}
