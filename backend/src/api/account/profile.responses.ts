import { Id, List, Maybe, OneOf, Part, Text, Whole, show } from '../../contract/fields.js';
import { type PublicPerson, SocialLinks } from '../../projections/accounts/people.js';
import { ProfilePost } from '../../projections/leaderboard/shown-posts.js';

export class PublicUser {
  @Id() readonly id!: string;
  @Text('Two words and four digits, given at registration.') readonly anonymousUsername!: string;
  @Maybe(Text, 'A name chosen by the person.') readonly displayUsername!: string | null;
  @Maybe(Text) readonly bio!: string | null;
  @Maybe(Part(() => SocialLinks)) readonly socialLinks!: SocialLinks | null;
  @Maybe(Text) readonly profilePictureUrl!: string | null;

  constructor(id: string, person: PublicPerson) {
    show<PublicUser>(this, { ...person, id, anonymousUsername: person.username });
  }
}

export class PublicProfile {
  @Part(() => PublicUser) readonly user!: PublicUser;
  @Whole('How many public posts the person has in total.') readonly postsCount!: number;
  @List(() => ProfilePost, 'Newest first.') readonly posts!: readonly ProfilePost[];
}

export class PostDeletion {
  @OneOf([true]) readonly success!: true;
}
