import { ApiProperty } from '@nestjs/swagger';
import type { PublicPerson } from '../../projections/accounts/people.reader.js';
import { SocialLinks } from '../../projections/accounts/people.reader.js';
import { ProfilePost } from '../../projections/leaderboard/shown-posts.js';

/** A person as all users see them. */
export class PublicUser {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ description: 'Two words and four digits, given at registration.' })
  readonly anonymousUsername: string;

  @ApiProperty({ type: String, nullable: true, description: 'A name chosen by the person.' })
  readonly displayUsername: string | null;

  @ApiProperty({ type: String, nullable: true })
  readonly bio: string | null;

  @ApiProperty({ type: SocialLinks, nullable: true })
  readonly socialLinks: SocialLinks | null;

  @ApiProperty({ type: String, nullable: true })
  readonly profilePictureUrl: string | null;

  constructor(id: string, person: PublicPerson) {
    this.id = id;
    this.anonymousUsername = person.username;
    this.displayUsername = person.displayUsername;
    this.bio = person.bio;
    this.socialLinks = person.socialLinks;
    this.profilePictureUrl = person.profilePictureUrl;
  }
}

/** A person with a page of their public posts. */
export class PublicProfile {
  @ApiProperty({ type: PublicUser })
  readonly user!: PublicUser;

  @ApiProperty({ description: 'How many public posts the person has in total.' })
  readonly postsCount!: number;

  @ApiProperty({ type: [ProfilePost], description: 'Newest first.' })
  readonly posts!: readonly ProfilePost[];
}

/** Response after deleting a post. */
export class PostDeletion {
  @ApiProperty({ enum: [true] })
  readonly success!: true;
}
