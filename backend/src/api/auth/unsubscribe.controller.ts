import { BadRequestException, Header, HttpStatus, Query, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiSeeOtherResponse, ApiProperty } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Text } from '../../contract/fields.js';
import { Account } from '../../domain/account/account.js';
import { MAIL_KINDS, type MailKind } from '../../domain/account/mail-kind.js';
import { Rejected } from '../../kernel/aggregate.js';
import { actAs } from '../../kernel/causation.js';
import { UnsubscribeTokens, type Unsubscribing } from '../../site/mailed-tokens.js';
import { Route, Routes } from '../http/route.js';
import { FromAnywhere } from '../http/same-origin.guard.js';
import { Message } from './auth.contract.js';

class UnsubscribeQuery {
  @Text({ max: 300, filled: true, message: 'This link is not valid.' }) readonly token!: string;
}

class UnsubscribeKinds {
  @ApiProperty({ enum: MAIL_KINDS, enumName: 'MailKind', isArray: true })
  readonly kinds!: readonly MailKind[];
}

@Routes('auth', 'api/unsubscribe')
export class UnsubscribeController {
  constructor(
    private readonly commands: CommandBus,
    private readonly tokens: UnsubscribeTokens,
  ) {}

  @Route('GET', '', {
    summary: 'The kinds of mail that an unsubscribe link stops; changes nothing.',
    description:
      'Mail programs without RFC 8058 support open it in a browser: a client that accepts text/html is redirected to the confirmation screen.',
    answer: UnsubscribeKinds,
    errors: { 400: 'The token is invalid.' },
  })
  @Header('vary', 'Accept')
  @ApiSeeOtherResponse({ description: 'Redirect to the confirmation screen.' })
  async unsubscribeKinds(
    @Query() { token }: UnsubscribeQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (request.headers.accept?.includes('text/html')) {
      await reply.redirect(`/unsubscribe?token=${encodeURIComponent(token)}`, HttpStatus.SEE_OTHER);
      return;
    }
    const found: UnsubscribeKinds = { kinds: this.read(token).kinds };
    await reply.send(found);
  }

  @Route('POST', '', {
    withoutKey: true,
    limit: 'never',
    summary: 'Unsubscribes from the kinds of mail of the link; needs no session.',
    description:
      'Mail programs post to it (RFC 8058), so it needs no same-origin header and accepts any body, of any content type or none. Idempotent.',
    answer: Message,
    errors: { 400: 'The token is invalid.' },
  })
  @FromAnywhere()
  async unsubscribe(@Query() { token }: UnsubscribeQuery): Promise<Message> {
    const { accountId, kinds } = this.read(token);
    // Send only the changed kinds: the view may be out of date about the others.
    const switchedOff = (kind: MailKind) => (kinds.includes(kind) ? false : undefined);
    const command = Account.ChangeEmailPreferences({
      accountId,
      emailNotificationsRating: switchedOff('rating'),
      emailNotificationsComment: switchedOff('comment'),
      emailNotificationsAchievements: switchedOff('achievements'),
      emailNotificationsBoosts: switchedOff('boosts'),
    });
    try {
      await actAs({ kind: 'user', id: accountId }, () => this.commands.execute(command));
    } catch (error) {
      // The account may be deleted.
      if (!(error instanceof Rejected && error.refusal === 'notFound')) throw error;
    }
    return { message: 'You are unsubscribed.' };
  }

  private read(token: string): Unsubscribing {
    const read = this.tokens.read(token);
    if (!read) throw new BadRequestException('This link is not valid.');
    return read;
  }
}
