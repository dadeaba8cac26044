/** The facts about a comment that other aggregates need. */
export interface CommentFacts {
  readonly commentId: string;
  readonly postId: string;
  readonly authorId: string;
}
