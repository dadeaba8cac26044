import { Body, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Flag, Id, Maybe, Optional, When } from '../../contract/fields.js';
import { REASONS } from '../../domain/moderation/reasons.js';
import { DecisionRequest, Why } from '../acts/moderation.requests.js';
import { answerDecision, CarryingOut } from '../decisions/carrying-out.service.js';
import { Deciders } from '../decisions/decider.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { Route, Routes } from '../http/route.js';
import { ManagedUsers, ManagedUser, personId } from './managed-users.service.js';
import { Account } from '../../domain/account/account.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { derivedId } from '../../kernel/derived-id.js';
import { Accounts } from '../http/accounts.js';

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
  @Why() readonly reason!: string;
}

@Routes('back office', 'api/rtm-sys/users', { who: ['owner'] })
export class SanctionsController {
  constructor(
    private readonly users: ManagedUsers,
    private readonly carrying: CarryingOut,
    private readonly deciders: Deciders,
    private readonly accounts: Accounts,
    private readonly clock: Clock,
    private readonly ids: Ids,
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
    @Body() { reason: code, note, endsAt, hidePosts: hidesPosts }: SuspendRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ManagedUser> {
    await this.suspensionsOf(accountId);
    // The same reason until the same time is the same suspension: a repeated request changes nothing.
    const suspension = {
      suspensionId: this.ids.uuid(),
      cause: 'moderation' as const,
      reason: REASONS[code].label,
      endsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
      code,
      note,
      hidesPosts,
    };
    const how = { decider: await this.deciders.on(accountId, admin), now: this.clock.now().toISOString() };
    const isCarriedOut = await this.carrying.decide(
      Account.SuspendAccount({ accountId, ...suspension, ...how }),
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
    const decider = await this.deciders.on(accountId, admin);
    let isCarriedOut = true;
    for (const { suspensionId, cause } of await this.suspensionsOf(accountId)) {
      if (cause !== 'moderation') continue;
      const restored = Account.RestoreAccount({ accountId, suspensionId, reason, decider });
      isCarriedOut = (await this.carrying.decide(restored)) && isCarriedOut;
    }
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
    @Body() { attempt, ...given }: StrikeRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ManagedUser> {
    // Two clicks on one button are one strike.
    const actId =
      attempt === null ? this.ids.uuid() : derivedId('strike', accountId, admin.id, attempt.toLowerCase());
    const decider = await this.deciders.on(accountId, admin);
    const now = this.clock.now().toISOString();
    const isCarriedOut = await this.carrying.decide(
      Account.StrikeAccount({ accountId, actId, ...given, decider, now }),
    );
    return answerDecision(await this.users.one(accountId), isCarriedOut, reply);
  }

  private async suspensionsOf(accountId: string) {
    const state = await this.accounts.state(accountId);
    if (!state) throw new Rejected('notFound', 'User not found');
    return state.suspensions;
  }
}
