import {
  BadRequestException,
  Controller,
  HttpCode,
  HttpStatus,
  Post,
  type RawBodyRequest,
  Req,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBadRequestResponse, ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { StripeEvent } from '../../domain/payment/stripe-event.js';
import { causedBy, currentCausation } from '../../kernel/causation.js';
import { Clock } from '../../kernel/clock.js';
import { BadWebhookError, Payments } from '../../infrastructure/payments/payments.port.js';
import { ErrorBody } from '../http/error-body.js';
import { Limited } from '../http/limits.js';
import { FromAnywhere } from '../http/same-origin.guard.js';
import { RefusedWebhooks } from '../http/refused-webhooks.js';

/** Receives the webhooks of the payment provider. A signature authorises them. */
@ApiExcludeController()
@Controller('api/stripe/webhook')
export class StripeWebhookController {
  constructor(
    private readonly commands: CommandBus,
    private readonly payments: Payments,
    private readonly refusals: RefusedWebhooks,
    private readonly clock: Clock,
  ) {}

  /** Stores the event once and answers. Reactions act on it later. */
  @Post()
  @FromAnywhere()
  @Limited('webhook')
  @HttpCode(HttpStatus.OK)
  @ApiBadRequestResponse({ type: ErrorBody })
  async receive(@Req() { rawBody, raw }: RawBodyRequest<FastifyRequest>): Promise<{ received: true }> {
    const event = this.verified(rawBody ?? Buffer.alloc(0), raw.headersDistinct['stripe-signature'] ?? []);
    const actor = { kind: 'stripe', id: null } as const;
    await causedBy({ ...currentCausation(), actor }, () =>
      this.commands.execute(StripeEvent.ReceiveStripeEvent(event)),
    );
    return { received: true };
  }

  private verified(body: Buffer, signatures: readonly string[]) {
    try {
      const event = this.payments.verify(body, signatures, this.clock.now());
      this.refusals.accepted();
      return event;
    } catch (error) {
      if (!(error instanceof BadWebhookError)) throw error;
      this.refusals.refused(error);
      throw new BadRequestException(error.message, { cause: error });
    }
  }
}
