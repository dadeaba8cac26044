import { Module } from '@nestjs/common';
import { AdminCredentials } from '../api/admin/admin-credentials.service.js';
import { AdminEntryController, AdminSessionController } from '../api/admin/admin-session.controller.js';
import { AdminResets } from '../api/admin/admin-resets.service.js';
import { UsersListController, UsersController } from '../api/admin/users.controller.js';
import { AdminsController } from '../api/admin/admins.controller.js';
import { CodeTries, TotpOffers } from '../api/admin/second-factor.js';
import { EmailDisclosureController, EmailDisclosure } from '../api/admin/email-disclosure.controller.js';
import { InvitationsController, Invitations } from '../api/admin/invitations.controller.js';
import { OwnerActs } from '../api/admin/owner-acts.service.js';
import { PasskeyChallenges, RelyingParties } from '../api/admin/passkey-challenges.js';
import { PasskeysController } from '../api/admin/passkeys.controller.js';
import { Passkeys } from '../api/admin/passkeys.service.js';
import { ProposalsController } from '../api/admin/proposals.controller.js';
import { Proposals } from '../api/admin/proposals.service.js';
import { Reauthentication } from '../api/admin/reauthentication.service.js';
import { ManagedUsers } from '../api/admin/managed-users.service.js';
import { PersonController } from '../api/admin/person.controller.js';
import { Persons } from '../api/admin/persons.service.js';
import { SanctionsController } from '../api/admin/sanctions.controller.js';
import { WithholdingController } from '../api/admin/withholding.controller.js';
import { SuspensionEnds } from '../reactions/timers/suspension-ends.js';
import { ProposalDeadlines } from '../reactions/timers/proposal-deadlines.js';
import { ActsModule } from './acts.module.js';
import { AuthModule } from './auth.module.js';
import { HttpModule } from './http.module.js';
import { ModerationModule } from './moderation.module.js';
import { PhotosModule } from './photos.module.js';

/** The back office: its logins and roles. */
@Module({
  imports: [ActsModule, HttpModule, AuthModule, ModerationModule, PhotosModule],
  controllers: [
    AdminEntryController,
    AdminSessionController,
    AdminsController,
    EmailDisclosureController,
    InvitationsController,
    PasskeysController,
    PersonController,
    ProposalsController,
    SanctionsController,
    WithholdingController,
    UsersController,
    UsersListController,
  ],
  providers: [
    AdminCredentials,
    AdminResets,
    CodeTries,
    EmailDisclosure,
    Invitations,
    ManagedUsers,
    OwnerActs,
    PasskeyChallenges,
    Passkeys,
    Persons,
    TotpOffers,
    Reauthentication,
    RelyingParties,
    SuspensionEnds,
    ProposalDeadlines,
    Proposals,
  ],
  exports: [Proposals],
})
export class AdminModule {}
