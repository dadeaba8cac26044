import type { Mailer } from '../infrastructure/mail/mailer.port.js';
import type { Clock } from '../kernel/clock.js';
import type { AccountsReader } from '../projections/accounts/accounts.reader.js';
import type { ActsReader } from '../projections/acts/acts.reader.js';
import type { LeaderboardReader } from '../projections/leaderboard/leaderboard.reader.js';
import type { WeeklyReader } from '../projections/weekly/weekly.reader.js';
import { accountErasure, type ErasureParts } from './erasure/account-erasure.js';
import { type AccountMailParts, accountMails } from './mails/account-mails.js';
import { type AdminMailParts, adminMails } from './mails/admin-mails.js';
import { achievements } from './community/achievements.js';
import { activityMails } from './mails/activity-mails.js';
import { type BlockedPicturesParts, blockedPictures } from './moderation/blocked-pictures.js';
import { type CommentRepliesParts, commentReplies } from './community/comment-replies.js';
import { deletedAdmins } from './erasure/deleted-admins.js';
import { decisionMails } from './mails/decision-mails.js';
import { erasedKeys } from './erasure/erased-keys.js';
import { type LateMailParts, listingLateMails } from './mails/late-mails.js';
import { type ExcludedRatingsParts, excludedRatings } from './moderation/excluded-ratings.js';
import { type ModeratedBoostsParts, moderatedBoosts } from './moderation/moderated-boosts.js';
import { grantedAppeals } from './moderation/granted-appeals.js';
import { photoFiles } from './community/photo-files.js';
import { type OurRefundsParts, ourRefunds } from './payments/our-refunds.js';
import { type PaymentConsequencesParts, paymentConsequences } from './payments/payment-consequences.js';
import { paymentMails } from './mails/payment-mails.js';
import { type ProposalActParts, proposalActs } from './moderation/proposal-acts.js';
import { proposalMails } from './mails/proposal-mails.js';
import type { Reaction } from './reaction.js';
import { recipientsIn } from './mails/recipients.js';
import { reviewDecisions } from './moderation/review-decisions.js';
import { type StripeEventParts, stripeEvents } from './payments/stripe-events.js';
import { stripeObservations } from './payments/stripe-observed.js';
import { type VerificationMailParts, verificationMail } from './mails/verification-mail.js';
import { suspendedPosts } from './moderation/suspended-posts.js';
import { withdrawnPictures } from './community/withdrawn-pictures.js';

/** What the reactions work with. */
export interface ReactionParts extends ErasureParts {
  readonly readers: ErasureParts['readers'] &
    CommentRepliesParts['readers'] &
    ExcludedRatingsParts['readers'] & {
      readonly accounts: Pick<AccountsReader, 'user'>;
      readonly acts: Pick<ActsReader, 'one'>;
      readonly posts: Pick<LeaderboardReader, 'figures'>;
      readonly weeks: Pick<WeeklyReader, 'places'>;
    };
  readonly adminSessions: ProposalActParts['adminSessions'];
  readonly goodbyes: ErasureParts['goodbyes'] & ProposalActParts['goodbyes'];
  readonly late: LateMailParts['late'];
  readonly payments: StripeEventParts['payments'] & OurRefundsParts['payments'];
  readonly states: ErasureParts['states'] &
    PaymentConsequencesParts['states'] &
    ModeratedBoostsParts['states'] &
    BlockedPicturesParts['states'];
  readonly ranks: PaymentConsequencesParts['ranks'];
  readonly clock: Clock;
  readonly site: { readonly publicUrl: string };
  readonly entry: AdminMailParts['entry'];
  readonly tokens: {
    readonly invitation: AdminMailParts['tokens'];
    readonly reset: AccountMailParts['tokens'];
    readonly verification: VerificationMailParts['tokens'];
    readonly unsubscribing: AccountMailParts['unsubscribing'];
  };
}

/** All reactions to events. Work that is triggered by the clock is in services beside them. */
export function everyReaction(parts: ReactionParts): readonly Reaction[] {
  const { commands, history, payments, readers, site, states, tokens, views, entry } = parts;
  const { unsubscribing } = tokens;
  const letters = { unsubscribing, site };
  const recipients = recipientsIn(views, readers.accounts);
  return [
    photoFiles(parts),
    commentReplies({ commands, readers, views }),
    withdrawnPictures(commands),
    blockedPictures(parts),
    reviewDecisions(commands),
    grantedAppeals(commands),
    erasedKeys(parts),
    accountErasure(parts),
    deletedAdmins(parts),
    excludedRatings(parts),
    achievements({ commands, posts: readers.posts, weeks: readers.weeks, views }),
    stripeEvents(parts),
    stripeObservations(parts),
    proposalActs(parts),
    suspendedPosts(parts),
    ourRefunds({ commands, payments, states }),
    paymentConsequences(parts),
    moderatedBoosts(parts),
    ...[
      (mailer: Mailer) => activityMails({ ...letters, mailer, recipients }),
      (mailer: Mailer) => accountMails({ ...letters, mailer, recipients, states, tokens: tokens.reset }),
      (mailer: Mailer) =>
        decisionMails({ ...letters, mailer, recipients, states, views, acts: readers.acts }),
      (mailer: Mailer) => paymentMails({ ...letters, mailer, recipients }),
      (mailer: Mailer) => adminMails({ mailer, recipients, site, entry, tokens: tokens.invitation }),
      (mailer: Mailer) => proposalMails({ mailer, recipients, states, site }),
      (mailer: Mailer) => verificationMail({ ...letters, mailer, history, tokens: tokens.verification }),
    ].map((write) => listingLateMails(parts, write)),
  ];
}
