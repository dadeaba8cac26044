import { Body, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Flag, Id, Maybe, Optional, SizedText, When } from '../../contract/fields.js';
import { LONGEST_NOTE } from '../../domain/moderation/reasons.js';
import { written } from '../../shared/visible-text.js';
import { DecisionRequest } from '../acts/moderation.requests.js';
import { answerDecision } from '../decisions/carrying-out.service.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { Route, Routes } from '../http/route.js';
import { ManagedUsers, ManagedUser, personId } from './managed-users.service.js';
import { Sanctions } from './sanctions.service.js';

class SuspendRequest extends DecisionRequest {
  @Optional(Maybe(When), { about: 'Without it, until it is lifted.', message: 'The end is a date and time' })
  readonly endsAt: string | null = null;

  @Optional(Flag, {
    default: false,
    about: 'Whether the posts are hidden until then.',
    message: 'hidePosts must be true or false',
  })
  readonly hidePosts: boolean = false;
}

class StrikeRequest extends DecisionRequest {
  @Optional(Maybe(Id), {
    about: 'Chosen by the client for each strike that it means to give.',
    message: 'An attempt is a UUID',
  })
  readonly attempt: string | null = null;
}

class RestoreRequest {
  @SizedText({
    max: LONGEST_NOTE,
    normalise: written,
    message: 'Please give a reason',
    tooLong: `A reason has at most ${LONGEST_NOTE} characters`,
  })
  readonly reason!: string;
}

@Routes('back office', 'api/rtm-sys/users', { who: ['owner'] })
export class SanctionsController {
  constructor(
    private readonly sanctions: Sanctions,
    private readonly users: ManagedUsers,
  ) {}

  @Route('POST', ':id/suspend', {
    summary: 'Suspends a person: they read, but do not write.',
    description: 'They are mailed the reason and the end. It is an act, which can be undone.',
    answer: ManagedUser,
    isDecision: true,
    errors: { 404: 'User not found' },
  })
  async suspendPerson(
    @Param('id', personId) accountId: string,
    @Body() { reason, note, endsAt, hidePosts: hidesPosts }: SuspendRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ManagedUser> {
    const isCarriedOut = await this.sanctions.suspend(
      accountId,
      { reason, note },
      { endsAt, hidesPosts },
      admin,
    );
    return answerDecision(await this.users.one(accountId), isCarriedOut, reply);
  }

  @Route('POST', ':id/restore', {
    summary: 'Lifts all suspensions by admins. Those for disputed payments stay.',
    answer: ManagedUser,
    isDecision: true,
    errors: { 404: 'User not found' },
  })
  async restorePerson(
    @Param('id', personId) accountId: string,
    @Body() { reason }: RestoreRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ManagedUser> {
    const isCarriedOut = await this.sanctions.restore(accountId, reason, admin);
    return answerDecision(await this.users.one(accountId), isCarriedOut, reply);
  }

  @Route('POST', ':id/strikes', {
    summary: 'Gives a person the next strike: a warning, seven days of suspension, one without an end.',
    description:
      'It is an act, which can be undone; the next strike then takes its step again. Requests with the same `attempt` are one strike.',
    status: 201,
    answer: ManagedUser,
    isDecision: true,
    errors: { 404: 'User not found' },
  })
  async strikePerson(
    @Param('id', personId) accountId: string,
    @Body() { reason, note, attempt }: StrikeRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ManagedUser> {
    const isCarriedOut = await this.sanctions.strike(accountId, { reason, note, attempt }, admin);
    return answerDecision(await this.users.one(accountId), isCarriedOut, reply);
  }
}
