import { Controller, Get, HttpCode, HttpStatus, Inject, Post, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ErrorBody } from '../http/error-body.js';
import { Limited } from '../http/limits.js';
import { FromAnywhere } from '../http/same-origin.guard.js';
import { Message } from './auth.requests.js';
import { UnsubscribeKinds, UnsubscribeQuery } from './unsubscribe.requests.js';
import { Unsubscribe } from './unsubscribe.service.js';

@ApiTags('auth')
@Controller('api/unsubscribe')
export class UnsubscribeController {
  constructor(@Inject(Unsubscribe) private readonly unsubscribing: Unsubscribe) {}

  @Get()
  @ApiOperation({ summary: 'Which kinds of mail an unsubscribe link stops; changes nothing.' })
  @ApiOkResponse({ type: UnsubscribeKinds })
  @ApiBadRequestResponse({ type: ErrorBody, description: 'The token is not valid.' })
  unsubscribeKinds(@Query() { token }: UnsubscribeQuery): UnsubscribeKinds {
    return { kinds: this.unsubscribing.kindsOf(token) };
  }

  @Post()
  @FromAnywhere()
  @Limited('never')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({
    summary: 'Stops the kinds of mail of an unsubscribe link; needs no session.',
    description:
      'Mail programs post to it (RFC 8058), so it asks for no same-origin header, and takes any form as its body. Safe to repeat.',
  })
  @ApiOkResponse({ type: Message })
  @ApiBadRequestResponse({ type: ErrorBody, description: 'The token is not valid.' })
  async unsubscribe(@Query() { token }: UnsubscribeQuery): Promise<Message> {
    await this.unsubscribing.stop(token);
    return { message: 'You are unsubscribed.' };
  }
}
