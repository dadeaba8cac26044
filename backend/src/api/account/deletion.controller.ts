import { Body, Controller, Delete, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { User } from '../../projections/accounts/accounts.reader.js';
import { type Account, CurrentAccount, SignedIn } from '../http/current-account.js';
import { ErrorBody } from '../http/error-body.js';
import { Limited } from '../http/limits.js';
import { DeletionRequest } from './account.requests.js';
import { Deletions } from './deletion.service.js';

@ApiTags('account')
@Controller('api/user/deletion')
@SignedIn()
export class DeletionController {
  constructor(private readonly deletions: Deletions) {}

  @Post()
  @Limited('password')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({
    summary: 'Schedules the deletion of the account in seven days.',
    description:
      'Nothing changes until then, and the deletion can be cancelled. Asking again does not extend the time.',
  })
  @ApiOkResponse({ type: User })
  @ApiBadRequestResponse({ type: ErrorBody, description: 'Current password is incorrect' })
  requestDeletion(@Body() { password }: DeletionRequest, @CurrentAccount() account: Account): Promise<User> {
    return this.deletions.request(account.id, password);
  }

  @Delete()
  @Limited('never')
  @ApiOperation({ summary: 'Cancels the scheduled deletion.' })
  @ApiOkResponse({ type: User })
  cancelDeletion(@CurrentAccount() account: Account): Promise<User> {
    return this.deletions.cancel(account.id);
  }
}
