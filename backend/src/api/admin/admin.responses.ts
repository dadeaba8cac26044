import { Flag, Id, List, Maybe, OneOf, Part, Text, When, Whole } from '../../contract/fields.js';
import { ADMIN_ROLES, type AdminRole } from '../../domain/admin/admin-role.js';
import { REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import {
  PROPOSED_ACTS,
  type ProposedAct,
  type ProposedRefund,
} from '../../domain/proposal/proposal-facts.js';
import type { ShownProposal } from './proposals.service.js';
import { ApiProperty } from '@nestjs/swagger';
import type { OpenInvitation } from './invitations.service.js';
import { Price } from '../../projections/payments/shown-payments.js';
import { UserSuspension } from '../../projections/accounts/accounts.js';

const STATUSES = ['open', 'confirmed', 'withdrawn', 'lapsed', 'done', 'failed'] as const;

class AdminProposedRefund implements ProposedRefund {
  @Id('Of the payment.') readonly reference!: string;
  @Part(() => Price) readonly amount!: Price;
  @Maybe(Id, 'Who paid.') readonly userId!: string | null;
  @Maybe(Whole, 'How many refunds of the payment had been started before; null for older requests.')
  readonly begun!: number | null;
}

/** An act that needs two people. */
export class AdminProposal implements ShownProposal {
  @Id() readonly id!: string;
  @OneOf(PROPOSED_ACTS) readonly act!: ProposedAct;
  @Text('The act in words.') readonly name!: string;
  @Text(
    'The admin, or the account for `deletePerson` and `revokeOwner`; for `refundPayment` and `inviteOwner` the admin who asked.',
  )
  readonly subjectId!: string;
  @Maybe(
    Text,
    'The name of the admin or of the person, null once they are deleted; the refund in words; or the masked address of the invitation.',
  )
  readonly subjectName!: string | null;
  @Maybe(OneOf(ADMIN_ROLES), 'The new role, where the act gives one.') readonly role!: AdminRole | null;
  @Maybe(Part(() => AdminProposedRefund), 'For `refundPayment`.')
  readonly refund!: ProposedRefund | null;
  @Maybe(Text, 'For `inviteOwner`, masked.') readonly email!: string | null;
  @Text('The admin who asked.') readonly by!: string;
  @Maybe(OneOf(REASON_CODES)) readonly reason!: ReasonCode | null;
  @Maybe(Text) readonly note!: string | null;
  @When('Until when another owner may confirm; when it takes effect if it is delayed.')
  readonly dueAt!: string;
  @Flag('Takes effect at `dueAt` unless it is withdrawn: no other owner may confirm it.')
  readonly isDelayed!: boolean;
  @OneOf(STATUSES) readonly status!: ShownProposal['status'];
  @Maybe(When, 'When it was asked for, in lists.') readonly at!: string | null;
  @Maybe(Text, 'Who confirmed or withdrew it, in lists.') readonly decidedBy!: string | null;
  @Maybe(Text, 'Why it could not be carried out, in lists.') readonly problem!: string | null;
}

export class OwnPasskey {
  @Text() readonly id!: string;
  @Text('What the admin calls it.') readonly name!: string;
  @When() readonly addedAt!: string;
  @Maybe(When, 'The last sign-in with it.') readonly usedAt!: string | null;
}

export class PasskeyOptions {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'For `navigator.credentials`, in the JSON form of WebAuthn.',
  })
  readonly options!: object;
}

export class AdminInvitation implements OpenInvitation {
  @Id() readonly id!: string;
  @OneOf(ADMIN_ROLES) readonly role!: AdminRole;
  @Maybe(Text, 'The person of the site who was invited.') readonly accountId!: string | null;
  @Maybe(Text, 'Where the link was mailed to, masked.') readonly email!: string | null;
  @Text('The admin who invited.') readonly invitedBy!: string;
  @When() readonly expiresAt!: string;
  @Flag('Whether a login was created with it, which waits for a second owner.')
  readonly isAccepted!: boolean;
}

export class TotpOffer {
  @Text('In Base32, to type into the app.') readonly secret!: string;
  @Text('The same as an `otpauth:` address, for a QR code.') readonly address!: string;
  @Text('Send it with the first code of the app, within 10 minutes.') readonly offer!: string;
}

export class RecoveryCodes {
  @List(Text, 'Each replaces a code of the app, once. They are shown only here.')
  readonly recoveryCodes!: string[];
}

export class Entry {
  @Maybe(Text, 'The path of the login page; null for those who may not know of it.')
  readonly login!: string | null;
}

class ManagedLogin {
  @Text() readonly adminId!: string;
  @OneOf(ADMIN_ROLES) readonly role!: AdminRole;
  @Flag('A dismissed admin cannot sign in.') readonly isDismissed!: boolean;
}

export class ManagedUser {
  @Id() readonly id!: string;
  @Text({ about: 'Masked.', example: 'a•••@e•••.org' }) readonly email!: string;
  @Flag() readonly emailVerified!: boolean;
  @Text() readonly anonymousUsername!: string;
  @Maybe(Text) readonly displayUsername!: string | null;
  @Maybe(Text) readonly profilePictureUrl!: string | null;
  @When() readonly createdAt!: string;
  @Maybe(Part(() => UserSuspension), 'Null if its end is over.') readonly suspension!: UserSuspension | null;
  @Whole('How many strikes were not undone.') readonly strikes!: number;
  @Maybe(When) readonly deletionDueAt!: string | null;
  @Flag('Whether the person sees the link to the back office.') readonly isAdmin!: boolean;
  @Maybe(Part(() => ManagedLogin), 'The login of the back office.') readonly login!: ManagedLogin | null;
  @Maybe(When, 'Until when the person may accept an invitation to the back office.')
  readonly invitedUntil!: string | null;
}
