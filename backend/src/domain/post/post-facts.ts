import { Rejected } from '../../kernel/aggregate.js';

/** The facts about a post that decisions on other streams need. */
export interface PostFacts {
  readonly postId: string;
  readonly ownerId: string;
  readonly isPublic: boolean;
}

/** A hidden post is visible to its owner only. @throws Rejected (notFound) for all other viewers */
export function requireVisible(post: PostFacts, viewerId: string | null): void {
  if (!post.isPublic && post.ownerId !== viewerId) throw new Rejected('notFound', 'Post not found');
}
