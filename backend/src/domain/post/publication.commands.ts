import { Command } from '../../kernel/aggregate.js';
import type { PublicationEvents } from './publication.events.js';

/** Reserve the place of a person's picture on the board. */
export class PublishPicture extends Command<PublicationEvents['PicturePublished']> {}

/** Give that place up, as the post is gone. */
export class WithdrawPicture extends Command<PublicationEvents['PictureWithdrawn']> {}
