import { Command } from '../../kernel/aggregate.js';
import type { PostEvents } from './post.events.js';

/**
 * Put a photo onto the board. It is public at once unless there is a reason to look at it first. Its owner
 * may give this command once more: the post stays as it is.
 */
export class PublishPost extends Command<Omit<PostEvents['PostPublished'], 'isPublic'>> {}

/** Take a post off the board for good; only its owner may. */
export class DeletePost extends Command<Pick<PostEvents['PostDeleted'], 'postId' | 'ownerId' | 'because'>> {}
