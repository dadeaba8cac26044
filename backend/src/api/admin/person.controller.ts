import { Body, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { SizedText } from '../../contract/fields.js';
import { Account } from '../../domain/account/account.js';
import { ADMIN_ROLES } from '../../domain/admin/admin-role.js';
import { LONGEST_NOTE } from '../../domain/moderation/reasons.js';
import { Ids } from '../../kernel/clock.js';
import { written } from '../../shared/visible-text.js';
import { DONE, Done } from '../community/community.contract.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { Route, Routes } from '../http/route.js';
import { personId } from './managed-users.service.js';
import { AdminPerson, Persons } from './persons.service.js';

class AccountNoteRequest {
  @SizedText({
    max: LONGEST_NOTE,
    normalise: written,
    message: 'Please write something first',
    tooLong: `A note has at most ${LONGEST_NOTE} characters`,
  })
  readonly text!: string;
}

const ERRORS = { 404: 'User not found' };

/** One person, with what admins have to know of them before they decide. */
@Routes('back office', 'api/rtm-sys/users/:id')
export class PersonController {
  constructor(
    private readonly persons: Persons,
    private readonly commands: CommandBus,
    private readonly ids: Ids,
  ) {}

  @Route('GET', '', {
    who: ADMIN_ROLES,
    summary: 'A person, deleted or not.',
    description:
      'What they posted, wrote and reported, and what was decided, are in the lists, by their filters; here are the lengths of these lists.',
    answer: AdminPerson,
    errors: ERRORS,
  })
  adminPerson(
    @Param('id', personId) accountId: string,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<AdminPerson> {
    return this.persons.of(accountId.toLowerCase(), admin);
  }

  @Route('POST', 'notes', {
    who: ['moderator', 'owner'],
    summary: 'Adds a note about a person, for other admins.',
    answer: Done,
    errors: ERRORS,
  })
  async noteOnPerson(
    @Param('id', personId) id: string,
    @Body() { text }: AccountNoteRequest,
    @CurrentAdmin() decider: AdminUser,
  ): Promise<Done> {
    const note = { accountId: id.toLowerCase(), noteId: this.ids.uuid(), text };
    await this.commands.execute(Account.NoteOnAccount({ ...note, decider }));
    return DONE;
  }
}
