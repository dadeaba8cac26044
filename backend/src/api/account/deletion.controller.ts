import { Body } from '@nestjs/common';
import { User } from '../../projections/accounts/accounts.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { Deletions } from './deletion.service.js';
import { Route, Routes } from '../http/route.js';
import { Text } from '../../contract/fields.js';
import { KNOWN_PASSWORD } from '../auth/auth.contract.js';

class DeletionRequest {
  @Text(KNOWN_PASSWORD) readonly password!: string;
}


@Routes('account', 'api/user/deletion', { who: 'signedIn' })
export class DeletionController {
  constructor(private readonly deletions: Deletions) {}

  @Route('POST', '', {
    limit: 'password',
    summary: 'Schedules the deletion of the account in seven days.',
    description:
      'Nothing changes until then, and the deletion can be cancelled. Asking again does not extend the time.',
    answer: User,
    errors: { 400: 'Current password is incorrect' },
  })
  requestDeletion(@Body() { password }: DeletionRequest, @CurrentAccount() account: Account): Promise<User> {
    return this.deletions.request(account.id, password);
  }

  @Route('DELETE', '', {
    withoutKey: true,
    limit: 'never',
    summary: 'Cancels the scheduled deletion.',
    answer: User,
  })
  cancelDeletion(@CurrentAccount() account: Account): Promise<User> {
    return this.deletions.cancel(account.id);
  }
}
