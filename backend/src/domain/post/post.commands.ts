import { Command } from '../aggregate.js';
import type { PostEvents } from './post.events.js';

/** Put a photo onto the board. It is public at once unless there is a reason to look at it first. */
export class PublishPost extends Command<Omit<PostEvents['PostPublished'], 'isPublic'>> {}

/** Take a post off the board for good; only its owner may. */
export class DeletePost extends Command<Pick<PostEvents['PostDeleted'], 'postId' | 'ownerId' | 'because'>> {}
