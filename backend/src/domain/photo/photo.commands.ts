import { Command } from '../../kernel/aggregate.js';
import type { PhotoEvents } from './photo.events.js';

/** Record the rating issued for a photo. */
export class RatePhoto extends Command<Omit<PhotoEvents['PhotoRated'], 'score'>> {}

/** Record that a photo is allowed, without a rating: its owner publishes it at once. */
export class AdmitPhoto extends Command<PhotoEvents['PhotoAdmitted']> {}

/** Record that a photo was refused. */
export class RefusePhoto extends Command<PhotoEvents['PhotoRefused']> {}

/** Claim a rating in order to publish it. The hash must be the one that the rating was issued for. */
export class ClaimRating extends Command<{ photoId: string; imageHash: string; accountId: string }> {}

/**
 * Delete a photo that was found unpublished, with its rating claimed by `claimedBy` or unclaimed; if it was claimed
 * since then, the photo stays.
 */
export class DeletePhoto extends Command<{ photoId: string; claimedBy: string | null }> {}
