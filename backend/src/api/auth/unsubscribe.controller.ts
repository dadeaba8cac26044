import { Controller, Get, Header, HttpCode, HttpStatus, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiOkResponse,
  ApiOperation,
  ApiSeeOtherResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ErrorBody } from '../http/error-body.js';
import { Limited } from '../http/limits.js';
import { FromAnywhere } from '../http/same-origin.guard.js';
import { Message, UnsubscribeKinds, UnsubscribeQuery } from './auth.requests.js';
import { Unsubscribe } from './unsubscribe.service.js';

@ApiTags('auth')
@Controller('api/unsubscribe')
export class UnsubscribeController {
  constructor(private readonly unsubscribing: Unsubscribe) {}

  @Get()
  @Header('vary', 'Accept')
  @ApiOperation({
    summary: 'The kinds of mail that an unsubscribe link stops; changes nothing.',
    description:
      'Mail programs without RFC 8058 support open it in a browser: a client that accepts text/html is redirected to the confirmation screen.',
  })
  @ApiOkResponse({ type: UnsubscribeKinds })
  @ApiSeeOtherResponse({ description: 'Redirect to the confirmation screen.' })
  @ApiBadRequestResponse({ type: ErrorBody, description: 'The token is invalid.' })
  async unsubscribeKinds(
    @Query() { token }: UnsubscribeQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (request.headers.accept?.includes('text/html')) {
      await reply.redirect(`/unsubscribe?token=${encodeURIComponent(token)}`, HttpStatus.SEE_OTHER);
      return;
    }
    const found: UnsubscribeKinds = { kinds: this.unsubscribing.kindsOf(token) };
    await reply.send(found);
  }

  @Post()
  @FromAnywhere()
  @Limited('never')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({
    summary: 'Unsubscribes from the kinds of mail of the link; needs no session.',
    description:
      'Mail programs post to it (RFC 8058), so it needs no same-origin header and accepts any form body. Idempotent.',
  })
  @ApiOkResponse({ type: Message })
  @ApiBadRequestResponse({ type: ErrorBody, description: 'The token is invalid.' })
  async unsubscribe(@Query() { token }: UnsubscribeQuery): Promise<Message> {
    await this.unsubscribing.stop(token);
    return { message: 'You are unsubscribed.' };
  }
}
