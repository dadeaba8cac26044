import { Command } from '../../kernel/aggregate.js';
import type { PostEvents } from './post.events.js';

/**
 * Publish a photo on the board. The post is public at once, unless a moderation flag sends it to review. The owner
 * may repeat this command: nothing changes.
 */
export class PublishPost extends Command<Omit<PostEvents['PostPublished'], 'isPublic'>> {}

/** Delete a post permanently. Only its owner may. */
export class DeletePost extends Command<Pick<PostEvents['PostDeleted'], 'postId' | 'ownerId' | 'because'>> {}
