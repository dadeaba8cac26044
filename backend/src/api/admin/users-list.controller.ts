import { ForbiddenException, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ADMIN_ROLES } from '../../domain/admin/admin-role.js';
import { listOf, answerList, AdminListRequest } from '../http/admin-list.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import type { GeneratedFile } from '../http/generated-files.js';
import { SortedBy, YesOrNo } from '../http/list-filters.js';
import { Route, Routes } from '../http/route.js';
import { note } from '../http/security-notes.js';
import { EmailDisclosure } from './email-disclosure.service.js';
import { ManagedUsers, ManagedUser, personId } from './managed-users.service.js';

const USER_SORTS = ['createdAt', '-createdAt'] as const;

/** Which people the list shows. `search` is a part of a name, a whole email address, or an id. */
class UsersRequest extends AdminListRequest {
  @YesOrNo('Whether they are suspended now.') readonly suspended?: boolean;
  @YesOrNo('Whether they see the link to the back office.') readonly isAdmin?: boolean;
  @YesOrNo('Whether their address is not verified.') readonly unverified?: boolean;
  @SortedBy(USER_SORTS, '-createdAt') readonly sort: (typeof USER_SORTS)[number] = '-createdAt';
}

/** The people of the site. All admins see them; only owners decide about them. */
@Routes('back office', 'api/rtm-sys/users', { who: ADMIN_ROLES })
export class UsersListController {
  constructor(
    private readonly users: ManagedUsers,
    private readonly disclosure: EmailDisclosure,
  ) {}

  @Route('GET', '', {
    summary: 'All people, the newest first. A search is for a part of a name, a whole address, or an id.',
    description:
      'Moderators may not search by address. The file has the addresses for owners only, and each such download is recorded.',
    answer: listOf(ManagedUser),
  })
  async listUsers(
    @Query() filters: UsersRequest,
    @CurrentAdmin() { role }: AdminUser,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly ManagedUser[] | GeneratedFile> {
    // Else a search would tell whose address it is.
    if (role === 'moderator' && filters.search?.includes('@')) {
      throw new ForbiddenException('Only owners and finance may search by email address.');
    }
    const isNewestFirst = filters.sort === '-createdAt';
    const isWhole = filters.format === 'csv' && role === 'owner';
    if (!isWhole) return this.answer(this.users.list(filters, isNewestFirst), filters, reply);
    note(request, { event: 'emails-exported' });
    await this.disclosure.recordList('users');
    const asTheyAre = (email: string) => email;
    return this.answer(this.users.list(filters, isNewestFirst, asTheyAre), filters, reply);
  }

  @Route('GET', ':id', { summary: 'A person.', answer: ManagedUser, errors: { 404: 'User not found' } })
  managedPerson(@Param('id', personId) accountId: string): Promise<ManagedUser> {
    return this.users.one(accountId);
  }

  private answer(list: ReturnType<ManagedUsers['list']>, request: UsersRequest, reply: FastifyReply) {
    return answerList(request, reply, { ...list, columns: COLUMNS });
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
