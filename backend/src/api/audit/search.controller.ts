import { Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Text } from '../../contract/fields.js';
import { ADMIN_ROLES } from '../../domain/admin/admin-role.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { Route, Routes } from '../http/route.js';
import { note } from '../http/security-notes.js';
import { FoundThing, Search } from './search.service.js';

const LONGEST = 320;

class SearchRequest {
  @Text({
    max: LONGEST,
    about: 'An id of anything, the start of a name, or a whole email address.',
    message: 'Please say what to look for',
    tooLong: `A search has at most ${LONGEST} characters`,
  })
  readonly q!: string;
}

@Routes('back office', 'api/rtm-sys/search', { who: ADMIN_ROLES })
export class SearchController {
  constructor(private readonly search: Search) {}

  @Route('GET', '', {
    limit: 'adminSearch',
    summary: 'Finds a person, post, payment, event, request or anything else, and says what it is.',
    description:
      'Moderators may not search by address. A search for an address is recorded as a look at it, also if nobody has it.',
    answer: [FoundThing],
  })
  findAnything(
    @Query() { q }: SearchRequest,
    @CurrentAdmin() admin: AdminUser,
    @Req() request: FastifyRequest,
  ): Promise<readonly FoundThing[]> {
    if (q.includes('@')) note(request, { event: 'email-searched' });
    return this.search.find(q, admin);
  }
}
