import { NotFoundException, Param, ParseUUIDPipe, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { PeopleReader } from '../../projections/accounts/people.reader.js';
import { CURSOR_LENGTH, LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { decodeCursor, encodeCursor, PageRequest } from '../http/paging.js';
import { PAGE_SIZE } from '../posts/posts.requests.js';
import { PublicProfile, PublicUser } from './profile.responses.js';
import { Route, Routes } from '../http/route.js';

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
      headers: { Link: { description: '<…>; rel="next"', schema: { type: 'string' } } },
    },
    errors: { 404: 'User not found' },
  })
  async profile(
    @Param('id', new ParseUUIDPipe({ exceptionFactory: userNotFound })) id: string,
    @Query() { cursor }: PageRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PublicProfile> {
    const list = ['profile', id];
    const after = cursor ? decodeCursor(cursor, list, CURSOR_LENGTH) : null;
    const person = (await this.people.byIds([id])).get(id);
    if (!person) throw userNotFound();
    const { posts, count, next } = await this.leaderboard.publicPostsOf(id, { limit: PAGE_SIZE, after });
    if (next) reply.header('link', `</api/users/${id}?cursor=${encodeCursor(list, next)}>; rel="next"`);
    return { user: new PublicUser(id, person), postsCount: count, posts };
  }
}

function userNotFound(): NotFoundException {
  return new NotFoundException('User not found');
}
