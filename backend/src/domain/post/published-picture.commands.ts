import type { PublishedPictureEvents } from './published-picture.events.js';

/**
 * Record that a person publishes this picture, so that it is on the board at most once. `abandoned` is an attempt that was
 * interrupted before its post was published; this one takes its place.
 */
export type PublishPicture = PublishedPictureEvents['PicturePublished'] & { abandoned: string | null };

/** Allow the picture to be published again, because its post was deleted. */
export type WithdrawPicture = PublishedPictureEvents['PictureWithdrawn'];
