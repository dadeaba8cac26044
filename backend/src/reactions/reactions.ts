import type { Type } from '@nestjs/common';
import { Achievements } from './community/achievements.js';
import { CommentReplies } from './community/comment-replies.js';
import { PhotoFiles, WithdrawnPictures } from './community/photo-files.js';
import { Decisions } from './decisions/decisions.js';
import { AccountErasure } from './erasure/account-erasure.js';
import { DeletedAdmins } from './erasure/deleted-admins.js';
import { ErasedKeys } from './erasure/erased-keys.js';
import { AccountMails } from './mails/account-mails.js';
import { ActivityMails } from './mails/activity-mails.js';
import { AdminMails } from './mails/admin-mails.js';
import { DigestMails } from './mails/digest-mails.js';
import { DecisionMails } from './mails/decision-mails.js';
import { PaymentMails } from './mails/payment-mails.js';
import { ProposalMails } from './mails/proposal-mails.js';
import { VerificationMail } from './mails/verification-mail.js';
import { BlockedPictures } from './moderation/blocked-pictures.js';
import { ExcludedRatings } from './moderation/excluded-ratings.js';
import { MinorReports } from './moderation/minor-reports.js';
import { ModeratedBoosts } from './moderation/moderated-boosts.js';
import { RefundRequests } from './payments/refund-requests.js';
import { PaymentConsequences } from './payments/payment-consequences.js';
import { StripeEvents } from './payments/stripe-events.js';
import { StripeObserved } from './payments/stripe-observed.js';
import type { Reaction } from './reaction.js';

/** All reactions to events, in the order of /health. Work that is triggered by the clock is in services beside them. */
export const reactions: readonly Type<Reaction>[] = [
  PhotoFiles,
  CommentReplies,
  WithdrawnPictures,
  BlockedPictures,
  Decisions,
  ErasedKeys,
  AccountErasure,
  DeletedAdmins,
  ExcludedRatings,
  MinorReports,
  Achievements,
  StripeEvents,
  StripeObserved,
  RefundRequests,
  PaymentConsequences,
  ModeratedBoosts,
  ActivityMails,
  DigestMails,
  AccountMails,
  DecisionMails,
  PaymentMails,
  AdminMails,
  ProposalMails,
  VerificationMail,
];
