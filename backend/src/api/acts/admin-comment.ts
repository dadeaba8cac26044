import { ApiProperty } from '@nestjs/swagger';
import { REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import type { Stored } from '../../kernel/document-store.js';
import type { PublicPerson } from '../../projections/accounts/people.reader.js';
import type { CommentDocument } from '../../projections/comments/comments.projection.js';

/** A comment as admins see it: with its text, hidden or not. */
export class AdminComment {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ format: 'uuid' })
  readonly postId: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  readonly parentCommentId: string | null;

  @ApiProperty({ format: 'uuid', description: 'Its author.' })
  readonly userId: string;

  @ApiProperty({ type: String, nullable: true, description: 'Null once the account is deleted.' })
  readonly username: string | null;

  @ApiProperty({ type: String, nullable: true })
  readonly displayUsername: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Null once the account is deleted.' })
  readonly text: string | null;

  @ApiProperty()
  readonly likesCount: number;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;

  @ApiProperty()
  readonly isHidden: boolean;

  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'The act that hides it.' })
  readonly actId: string | null;

  @ApiProperty({ enum: REASON_CODES, nullable: true, type: String })
  readonly reason: ReasonCode | null;

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
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty()
  readonly isHidden!: boolean;

  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'The act, which can be undone.' })
  readonly actId!: string | null;
}
