import { Flag, Id, Maybe, OneOf, Text, When, Whole } from '../../contract/fields.js';
import { REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import type { Stored } from '../../kernel/document-store.js';
import type { PublicPerson } from '../../projections/accounts/people.reader.js';
import type { CommentDocument } from '../../projections/comments/comments.projection.js';

/** A comment as admins see it: with its text, hidden or not. */
export class AdminComment {
  @Id() readonly id: string;
  @Id() readonly postId: string;
  @Maybe(Id) readonly parentCommentId: string | null;
  @Id('Its author.') readonly userId: string;
  @Maybe(Text, 'Null once the account is deleted.') readonly username: string | null;
  @Maybe(Text) readonly displayUsername: string | null;
  @Maybe(Text, 'Null once the account is deleted.') readonly text: string | null;
  @Whole() readonly likesCount: number;
  @When() readonly createdAt: string;
  @Flag() readonly isHidden: boolean;
  @Maybe(Id, 'The act that hides it.') readonly actId: string | null;
  @Maybe(OneOf(REASON_CODES)) readonly reason: ReasonCode | null;

  constructor(comment: Stored<CommentDocument>, author: PublicPerson | null) {
    this.id = comment._id;
    this.postId = comment.postId;
    this.parentCommentId = comment.parentId;
    this.userId = comment.authorId;
    this.username = author?.username ?? null;
    this.displayUsername = author?.displayUsername ?? null;
    this.text = comment.text;
    this.likesCount = comment.likesCount;
    this.createdAt = comment.createdAt;
    this.isHidden = comment.isHidden;
    this.actId = comment.hidden?.actId ?? null;
    this.reason = comment.hidden?.reason ?? null;
  }
}

/** A comment after a decision. */
export class HiddenComment {
  @Id() readonly id!: string;
  @Flag() readonly isHidden!: boolean;
  @Maybe(Id, 'The act, which can be undone.') readonly actId!: string | null;
}
