import { Param } from '@nestjs/common';
import { Text } from '../../contract/fields.js';
import { Route, Routes } from '../http/route.js';
import { EmailDisclosure } from './email-disclosure.service.js';
import { personId } from './managed-users.service.js';

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
