import { Param, Query, Res, type StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { listOf, answerList } from '../http/admin-list.js';
import { ManagedUser } from './admin.responses.js';
import { ManagedUsers } from './managed-users.service.js';
import { UsersRequest, personId } from './users.requests.js';
import { Route, Routes } from '../http/route.js';

/** The people of the site. Moderators see them; only owners decide about them. */
@Routes('back office', 'api/rtm-sys/users', { who: ['moderator', 'owner'] })
export class UsersListController {
  constructor(private readonly users: ManagedUsers) {}

  @Route('GET', '', {
    asksAgain: 'csv',
    summary: 'All people, the newest first. A search is for a part of a name, or for a whole address.',
    answer: listOf(ManagedUser),
  })
  listUsers(
    @Query() request: UsersRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly ManagedUser[] | StreamableFile> {
    const list = this.users.list(request, request.sort === '-createdAt');
    return answerList({ ...list, columns: COLUMNS }, request, reply);
  }

  @Route('GET', ':id', { summary: 'A person.', answer: ManagedUser, errors: { 404: 'User not found' } })
  managedPerson(@Param('id', personId) accountId: string): Promise<ManagedUser> {
    return this.users.one(accountId);
  }
}

const COLUMNS = {
  id: (user: ManagedUser) => user.id,
  createdAt: (user: ManagedUser) => user.createdAt,
  username: (user: ManagedUser) => user.anonymousUsername,
  displayUsername: (user: ManagedUser) => user.displayUsername,
  email: (user: ManagedUser) => user.email,
  emailVerified: (user: ManagedUser) => user.emailVerified,
  isAdmin: (user: ManagedUser) => user.isAdmin,
  strikes: (user: ManagedUser) => user.strikes,
  suspended: (user: ManagedUser) => user.suspension?.reason ?? null,
  suspendedUntil: (user: ManagedUser) => user.suspension?.endsAt ?? null,
  deletionDueAt: (user: ManagedUser) => user.deletionDueAt,
};
