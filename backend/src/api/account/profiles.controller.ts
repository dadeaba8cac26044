import { NotFoundException, Param, ParseUUIDPipe, Query } from '@nestjs/common';
import { Id, List, Maybe, Part, Text, Whole, show } from '../../contract/fields.js';
import { PeopleReader, type PublicPerson, SocialLinks } from '../../projections/accounts/people.js';
import { LeaderboardReader, POSTS_CURSOR } from '../../projections/leaderboard/leaderboard.reader.js';
import { ProfilePost } from '../../projections/leaderboard/shown-posts.js';
import { PublicAnswer } from '../response-cache/public-answer.js';
import { LINK, decodeCursor, encodeCursor, linkTo, PageRequest } from '../http/paging.js';
import { Route, Routes } from '../http/route.js';
import { PAGE_SIZE } from '../posts/posts.contract.js';

class PublicUser {
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

@Routes('people', 'api/users')
export class ProfilesController {
  constructor(
    private readonly people: PeopleReader,
    private readonly leaderboard: LeaderboardReader,
  ) {}

  @Route('GET', ':id', {
    summary: 'A person and their public posts, newest first; the next page is in the Link header.',
    answer: {
      type: PublicProfile,
      headers: LINK,
    },
    errors: { 404: 'User not found' },
  })
  profile(
    @Param('id', new ParseUUIDPipe({ exceptionFactory: userNotFound })) id: string,
    @Query() { cursor }: PageRequest,
  ): PublicAnswer {
    const list = ['profile', id];
    const after = cursor ? decodeCursor(cursor, list, POSTS_CURSOR) : null;
    return new PublicAnswer(
      [...list, cursor],
      async () => {
        const person = (await this.people.byIds([id])).get(id);
        if (!person) return null;
        const { posts, count, next } = await this.leaderboard.publicPostsOf(id, { limit: PAGE_SIZE, after });
        const body: PublicProfile = { user: new PublicUser(id, person), postsCount: count, posts };
        return { body, ...(next && linkTo(`/api/users/${id}?cursor=${encodeCursor(list, next)}`)) };
      },
      async () => {
        throw userNotFound();
      },
    );
  }
}

function userNotFound(): NotFoundException {
  return new NotFoundException('User not found');
}
