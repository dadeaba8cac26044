import { Injectable, NotFoundException, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Disclosure, type DataHolder } from '../../domain/disclosure/disclosure.js';
import { Ids } from '../../kernel/clock.js';
import { Accounts } from '../http/accounts.js';
import { Admins } from '../http/admins.js';
import { Invitations } from './invitations.controller.js';
import { Text } from '../../contract/fields.js';
import { Route, Routes } from '../http/route.js';
import { personId } from './managed-users.service.js';

/** Shows email addresses to admins, who see them masked otherwise. Each time is an event, which is stored first. */
@Injectable()
export class EmailDisclosure {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: Accounts,
    private readonly admins: Admins,
    private readonly invitations: Invitations,
    private readonly ids: Ids,
  ) {}

  /** @throws Rejected, NotFoundException if there is no such person, or no address */
  async show(holder: DataHolder, subjectId: string): Promise<string> {
    const email = await this.readers[holder](subjectId);
    if (email === null) throw new NotFoundException('There is no email address.');
    await this.commands.execute(Disclosure.DiscloseEmail({ actId: this.ids.uuid(), holder, subjectId }));
    return email;
  }

  /** Records that an admin gets this list with all addresses. */
  async recordList(list: string): Promise<void> {
    await this.commands.execute(Disclosure.DiscloseEmails({ actId: this.ids.uuid(), list }));
  }

  private readonly readers: Readonly<Record<DataHolder, (id: string) => Promise<string | null>>> = {
    account: async (id) => (await this.accounts.present(id)).email,
    admin: async (id) => (await this.admins.user(id))?.email ?? null,
    invitation: async (id) => (await this.invitations.find(id))?.email ?? null,
  };
}

class DisclosedEmail {
  @Text({ format: 'email' }) readonly email!: string;
}

const SHOWN = {
  limit: 'disclosure',
  description: 'The look is recorded, with the admin, and stands in the list of acts.',
  answer: DisclosedEmail,
  errors: { 404: '' },
} as const;

/** Email addresses, which all other answers mask: one call for each look. */
@Routes('back office', 'api/rtm-sys')
export class EmailDisclosureController {
  constructor(private readonly disclosure: EmailDisclosure) {}

  @Route('POST', 'users/:id/email', {
    ...SHOWN,
    who: ['finance', 'owner'],
    summary: 'Shows the email address of a person.',
  })
  async showEmail(@Param('id', personId) id: string): Promise<DisclosedEmail> {
    return { email: await this.disclosure.show('account', id) };
  }

  @Route('POST', 'admins/:id/email', {
    ...SHOWN,
    who: ['owner'],
    summary: 'Shows the email address of an admin.',
  })
  async showAdminEmail(@Param('id') id: string): Promise<DisclosedEmail> {
    return { email: await this.disclosure.show('admin', id) };
  }

  @Route('POST', 'admins/invitations/:id/email', {
    ...SHOWN,
    who: ['owner'],
    summary: 'Shows the email address that an invitation was mailed to.',
  })
  async showInvitedEmail(@Param('id') id: string): Promise<DisclosedEmail> {
    return { email: await this.disclosure.show('invitation', id) };
  }
}
