import { Flag, Id, Maybe, Text, When, Whole } from '../../contract/fields.js';
import { ApiProperty } from '@nestjs/swagger';
import { DEEPEST_COMMENT } from '../../domain/comment/comment.js';
import type { PublicPerson } from '../accounts/people.js';

/** What a comment is shown from. */
interface Shown extends Pick<Comment, 'createdAt' | 'likesCount' | 'isHidden'> {
  readonly _id: string;
  readonly authorId: string;
  readonly parentId: string | null;
}

export class Comment {
  @Id() readonly id: string;
  @Id() readonly userId: string;
  @Text() readonly username: string;
  @Maybe(Text) readonly displayUsername: string | null;
  @Maybe(Text) readonly profilePictureUrl: string | null;
  @Text({ max: 500 }) readonly text: string;
  @When() readonly createdAt: string;
  @Whole() readonly likesCount: number;
  @Flag('Whether an admin hid it. It is shown while it has replies, without its text.')
  readonly isHidden: boolean;
  @Maybe(Id, 'The id of the parent comment.') readonly parentCommentId: string | null;

  @ApiProperty({
    type: () => [Comment],
    description: `Oldest first. Older replies that are deeper than ${DEEPEST_COMMENT} levels are shown on that level.`,
  })
  readonly replies: Comment[] = [];

  constructor(
    { _id, authorId, parentId, createdAt, likesCount, isHidden }: Shown,
    text: string,
    author: Pick<PublicPerson, 'username' | 'displayUsername' | 'profilePictureUrl'>,
  ) {
    this.id = _id;
    this.userId = authorId;
    this.username = author.username;
    this.displayUsername = author.displayUsername;
    this.profilePictureUrl = author.profilePictureUrl;
    this.text = text;
    this.createdAt = createdAt;
    this.likesCount = likesCount;
    this.isHidden = isHidden;
    this.parentCommentId = parentId;
  }
}

/** What is shown in place of a text that an admin hid. */
export const REMOVED_TEXT = 'This comment was removed by a moderator.';

/** The threads without hidden comments that have no replies, or only such. */
export function withoutEmpty(threads: readonly Comment[]): Comment[] {
  return threads.filter((comment) => {
    // The tree has at most DEEPEST_COMMENT levels.
    comment.replies.splice(0, comment.replies.length, ...withoutEmpty(comment.replies));
    return !comment.isHidden || comment.replies.length > 0;
  });
}

/**
 * Builds the tree: newest comments first, replies oldest first. Leaves out replies with a missing ancestor. Replies
 * deeper than {@link DEEPEST_COMMENT} levels, which old comments may have, go to that level, under their last ancestor
 * above it. Iterative, so long chains cannot overflow the stack.
 * @param rest the root whose thread goes on: replies to comments on earlier pages go directly under it
 */
export function threadsOf(comments: readonly Comment[], rest?: string): Comment[] {
  const ids = new Set(comments.map(({ id }) => id));
  const repliesTo = Map.groupBy(comments.toSorted(older), ({ parentCommentId }) =>
    rest !== undefined && parentCommentId !== null && !ids.has(parentCommentId) ? rest : parentCommentId,
  );
  const roots = repliesTo.get(null) ?? [];
  const deepest = new Set<Comment[]>();
  const open = roots.map((comment) => ({ comment, depth: 1, replies: comment.replies }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { comment, depth, replies } = next;
    const isLast = depth + 1 >= DEEPEST_COMMENT;
    if (isLast) deepest.add(replies);
    for (const reply of repliesTo.get(comment.id) ?? []) {
      replies.push(reply);
      open.push({ comment: reply, depth: depth + 1, replies: isLast ? replies : reply.replies });
    }
  }
  for (const replies of deepest) replies.sort(older);
  return roots.toReversed();
}

function older(one: Comment, other: Comment): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}
