import { Command } from '../../kernel/aggregate.js';
import type { PublishedPictureEvents } from './published-picture.events.js';

/** Record that a person publishes this picture, so that it is on the board at most once. */
export class PublishPicture extends Command<PublishedPictureEvents['PicturePublished']> {}

/** Allow the picture to be published again, because its post was deleted. */
export class WithdrawPicture extends Command<PublishedPictureEvents['PictureWithdrawn']> {}
