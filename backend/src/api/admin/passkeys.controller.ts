import {
  BadRequestException,
  Body,
  Param,
  ParseUUIDPipe,
  Req,
  Res,
  UnauthorizedException,
} from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Maybe, Text, When, SizedText } from '../../contract/fields.js';
import { ADMIN_ROLES } from '../../domain/admin/admin-role.js';
import type { Passkey } from '../../domain/admin/admin-state.js';
import type { Proof } from '../../domain/admin/proof.js';
import { NewDevices } from '../auth/new-devices.js';
import { AdminSessions } from '../http/admin-sessions.js';
import { AdminUser } from '../http/admins.js';
import { CurrentAdmin, CurrentProof, OWN_LOGIN } from '../http/current-admin.js';
import { Route, Routes } from '../http/route.js';
import { note } from '../http/security-notes.js';
import { AuthenticatorResponse } from './admin.contract.js';
import { PasskeyChallenges, RelyingParties } from './passkey-challenges.js';
import { Passkeys } from './passkeys.service.js';

const LONGEST_PASSKEY_NAME = 50;

class AddPasskeyRequest {
  @SizedText({
    min: 1,
    max: LONGEST_PASSKEY_NAME,
    normalise: (name) => name.trim(),
    message: 'Please enter a name',
    tooLong: `A name has at most ${LONGEST_PASSKEY_NAME} characters`,
  })
  readonly name!: string;

  @AuthenticatorResponse() readonly response!: object;
}

class PasskeyLoginRequest {
  @AuthenticatorResponse() readonly response!: object;
}

class OwnPasskey {
  @Text() readonly id!: string;
  @Text('What the admin calls it.') readonly name!: string;
  @When() readonly addedAt!: string;
  @Maybe(When, 'The last sign-in with it.') readonly usedAt!: string | null;
}

class PasskeyOptions {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'For `navigator.credentials`, in the JSON form of WebAuthn.',
  })
  readonly options!: object;
}

@Routes('back office', 'api/rtm-sys')
export class PasskeysController {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly challenges: PasskeyChallenges,
    private readonly parties: RelyingParties,
    private readonly sessions: AdminSessions,
    private readonly newDevices: NewDevices,
  ) {}

  @Route('POST', 'login/passkey/offer', {
    withoutKey: true,
    limit: 'passkeyOffer',
    summary: 'A challenge for a passkey to sign, within 5 minutes.',
    description: 'The cookie of the answer binds it to this browser.',
    answer: PasskeyOptions,
    errors: { 409: 'This address cannot have passkeys' },
  })
  async offerPasskeyLogin(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PasskeyOptions> {
    const party = this.parties.of(request);
    const challenge = this.challenges.start(reply, { kind: 'sign-in' });
    return { options: await this.passkeys.request(challenge, party) };
  }

  @Route('POST', 'login/passkey', {
    withoutKey: true,
    limit: 'passkeySignIn',
    summary: 'Signs an admin in for 8 hours with a passkey, in place of password and code.',
    answer: AdminUser,
    errors: { 401: 'This passkey is not valid here' },
  })
  async loginWithPasskey(
    @Body() { response }: PasskeyLoginRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminUser> {
    const party = this.parties.of(request);
    const taken = await this.challenges.take(request, reply, 'sign-in');
    if (!taken) throw new UnauthorizedException(TOO_LATE);
    const { challenge } = taken;
    const answered = { response: response as AuthenticationResponseJSON, challenge, party };
    const admin = await this.sessions.signIn(request, reply, () => this.passkeys.signIn(answered));
    note(request, { account: admin.id });
    await this.newDevices.meetAdmin(request, reply, admin);
    return admin;
  }

  @Route('GET', 'passkeys', {
    ...OWN_LOGIN,
    summary: "The admin's own passkeys, oldest first.",
    answer: [OwnPasskey],
  })
  async listPasskeys(@CurrentAdmin() { id }: AdminUser): Promise<OwnPasskey[]> {
    return (await this.passkeys.of(id)).map(ownPasskeyOf);
  }

  @Route('POST', 'passkeys/offer', {
    withoutKey: true,
    ...OWN_LOGIN,
    asksAgain: true,
    summary: 'Offers to create a passkey within 5 minutes.',
    description: 'The cookie of the answer binds the offer to this browser.',
    answer: PasskeyOptions,
    errors: { 409: 'This address cannot have passkeys' },
  })
  async offerPasskey(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<PasskeyOptions> {
    const party = this.parties.of(request);
    const challenge = this.challenges.start(reply, { kind: 'add', adminId: admin.id });
    return { options: await this.passkeys.creation(admin, challenge, party) };
  }

  @Route('POST', 'passkeys', {
    ...OWN_LOGIN,
    asksAgain: true,
    summary: 'Adds the passkey that was created for the offer, and ends all other sessions of the admin.',
    answer: { type: [OwnPasskey], description: 'All passkeys of the admin, oldest first.' },
  })
  async addPasskey(
    @Body() { name, response }: AddPasskeyRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentAdmin() { id }: AdminUser,
    @CurrentProof() proof: Proof,
  ): Promise<OwnPasskey[]> {
    const party = this.parties.of(request);
    const taken = await this.challenges.take(request, reply, 'add');
    if (!taken || taken.use.adminId !== id) throw new BadRequestException(TOO_LATE);
    const { challenge } = taken;
    const created = { response: response as RegistrationResponseJSON, challenge, party };
    await this.passkeys.add(id, { name, proof }, created);
    // They have not shown the new factor.
    await this.sessions.endOthers(request, id);
    return (await this.passkeys.of(id)).map(ownPasskeyOf);
  }

  @Route('POST', 'passkeys/:id/remove', {
    who: ADMIN_ROLES,
    asksAgain: true,
    summary: 'Removes a passkey. To remove it again does nothing.',
  })
  async removePasskey(
    @Param('id', ParseUUIDPipe) passkeyId: string,
    @CurrentAdmin() { id }: AdminUser,
    @CurrentProof() proof: Proof,
  ): Promise<void> {
    await this.passkeys.remove(id, passkeyId, proof);
  }
}

const TOO_LATE = 'This took too long, or was answered already. Please try again.';

function ownPasskeyOf({ passkeyId, name, addedAt, usedAt }: Passkey): OwnPasskey {
  return { id: passkeyId, name: name ?? 'Passkey', addedAt, usedAt };
}
