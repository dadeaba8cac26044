/** What has to be known of a comment by whoever decides about something beside it. */
export interface CommentFacts {
  readonly commentId: string;
  readonly postId: string;
  readonly authorId: string;
}
