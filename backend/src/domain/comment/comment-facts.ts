/** The facts about a comment that other aggregates need. */
export interface CommentFacts {
  readonly commentId: string;
  readonly postId: string;
  readonly authorId: string;
}

/** How deep comments nest: a comment on the post has depth 1. Older ones may be deeper. */
export const DEEPEST_COMMENT = 50;

/** The facts about a comment that a reply needs. */
export interface ParentFacts extends CommentFacts {
  /** A comment on the post itself has depth 1. */
  readonly depth: number;
}
