import { ApiProperty } from '@nestjs/swagger';
import type { Stored } from '../../kernel/document-store.js';
import type { PublicPerson } from '../accounts/people.queries.js';
import type { CommentDocument } from './comments.projection.js';

/** A comment as it is shown, with the replies to it. */
export class Comment {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ format: 'uuid' })
  readonly userId: string;

  @ApiProperty()
  readonly username: string;

  @ApiProperty({ type: String, nullable: true })
  readonly displayUsername: string | null;

  @ApiProperty({ type: String, nullable: true })
  readonly profilePictureUrl: string | null;

  @ApiProperty({ maxLength: 500 })
  readonly text: string;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;

  @ApiProperty()
  readonly likesCount: number;

  @ApiProperty({ description: 'Whether whoever asks likes it; false for visitors.' })
  readonly liked: boolean;

  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'What it replies to.' })
  readonly parentCommentId: string | null;

  @ApiProperty({
    type: () => [Comment],
    description: 'Oldest first. What is nested deeper than 100 levels stands on the hundredth.',
  })
  readonly replies: Comment[] = [];

  constructor(
    {
      _id,
      authorId,
      parentId,
      createdAt,
      likesCount,
    }: Omit<Stored<CommentDocument>, '_position' | 'postId' | 'text'>,
    text: string,
    author: Pick<PublicPerson, 'username' | 'displayUsername' | 'profilePictureUrl'>,
    liked: boolean,
  ) {
    this.id = _id;
    this.userId = authorId;
    this.username = author.username;
    this.displayUsername = author.displayUsername;
    this.profilePictureUrl = author.profilePictureUrl;
    this.text = text;
    this.createdAt = createdAt;
    this.likesCount = likesCount;
    this.liked = liked;
    this.parentCommentId = parentId;
  }
}
