import { Rejected } from '../../kernel/aggregate.js';

/** What has to be known of a post by whoever decides about something beside it. */
export interface PostFacts {
  readonly postId: string;
  readonly ownerId: string;
  readonly isPublic: boolean;
}

/** A post that is hidden is there for its owner alone. @throws Rejected (notFound) for anybody else */
export function requireVisible(post: PostFacts, viewerId: string | null): void {
  if (!post.isPublic && post.ownerId !== viewerId) throw new Rejected('notFound', 'Post not found');
}
