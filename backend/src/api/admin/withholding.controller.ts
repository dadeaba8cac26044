import { Body, Param, Res } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayNotEmpty, IsIn } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { Optional, When } from '../../contract/fields.js';
import { PROFILE_PARTS, type ProfilePart } from '../../domain/account/account-state.js';
import { Account } from '../../domain/account/account.js';
import { Ids } from '../../kernel/clock.js';
import { DecisionRequest } from '../acts/moderation.requests.js';
import { answerDecision, CarryingOut } from '../decisions/carrying-out.service.js';
import { Deciders } from '../decisions/decider.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { Route, Routes } from '../http/route.js';
import { ManagedUser, ManagedUsers, personId } from './managed-users.service.js';

const PARTS = { message: 'Please choose what to withhold' };

class WithholdRequest extends DecisionRequest {
  @ApiProperty({ enum: PROFILE_PARTS, isArray: true })
  @IsIn(PROFILE_PARTS, { each: true, ...PARTS })
  @ArrayNotEmpty(PARTS)
  readonly parts!: readonly ProfilePart[];

  @Optional(When, {
    about: '`profileChangedAt` as you saw it: a later change of the profile is a conflict.',
    message: 'seen is a date and time',
  })
  readonly seen?: string | null;
}

@Routes('back office', 'api/rtm-sys/users', { who: ['moderator', 'owner'] })
export class WithholdingController {
  constructor(
    private readonly users: ManagedUsers,
    private readonly carrying: CarryingOut,
    private readonly deciders: Deciders,
    private readonly ids: Ids,
  ) {}

  @Route('POST', ':id/withhold', {
    summary: 'Withholds parts of a profile: nobody else sees them until the person changes them.',
    description:
      'The person is mailed the reason, and cannot set the same or something that looks like it again. It is an act, which can be undone.',
    answer: ManagedUser,
    isDecision: true,
    errors: {
      404: 'User not found',
      409: 'A part is empty, or withheld already, or the profile has changed since.',
    },
  })
  async withholdProfile(
    @Param('id', personId) accountId: string,
    @Body() request: WithholdRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ManagedUser> {
    const decider = await this.deciders.on(accountId, admin);
    const isCarriedOut = await this.carrying.decide(
      Account.WithholdProfile({ ...request, accountId, actId: this.ids.uuid(), decider }),
    );
    return answerDecision(await this.users.one(accountId), isCarriedOut, reply);
  }
}
