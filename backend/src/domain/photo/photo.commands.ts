import { Command } from '../../kernel/aggregate.js';
import type { PhotoEvents } from './photo.events.js';

/** Write down the rating that a photo was given. */
export class RatePhoto extends Command<Omit<PhotoEvents['PhotoRated'], 'score'>> {}

/** Write down that a photo may be shown, without a rating: its owner publishes it at once. */
export class AdmitPhoto extends Command<PhotoEvents['PhotoAdmitted']> {}

/** Write down that a photo was refused. */
export class RefusePhoto extends Command<PhotoEvents['PhotoRefused']> {}

/** Take a rating, to publish it. The hash must be the one the rating was issued for. */
export class ClaimRating extends Command<{ photoId: string; imageHash: string; accountId: string }> {}

/**
 * Delete a photo that was found unpublished, with its rating claimed by `claimedBy` or nobody; if it was
 * claimed since then, it stays.
 */
export class DeletePhoto extends Command<{ photoId: string; claimedBy: string | null }> {}
