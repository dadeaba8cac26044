import type { components } from './schema.d.ts';

type Schemas = components['schemas'];

/** The signed-in person. */
export type User = Schemas['User'];
/** A published photo with its author and scores. */
export type Post = Schemas['Post'];
/** The photo judge's verdict on an uploaded photo. */
export type RatingResult = Schemas['RatingResult'];
/** The ranked posts of one ISO week. */
export type WeeklyBoard = Schemas['WeeklyBoard'];
/** A post with its rank on the board of a week. */
export type RankedPost = Schemas['RankedPost'];
/** The rank of a post that was removed. */
export type RemovedPost = Schemas['RemovedPost'];
/** A closed week with its first three. */
export type FamousWeek = Schemas['HallOfFameWeek'];
/** One of the first three of a closed week. */
export type Winner = Schemas['Winner'];
/** The figures behind a post's rating, and its ranks. */
export type PostRank = Schemas['PostRank'];
/** What may be wrong with a post, for a report. */
export type ReportCategory = Schemas['ReportRequest']['category'];
/** The figures of a post that change while its page is open. */
export type LivePost = Schemas['LivePost'];
/** What just happened to posts. */
export type LiveMessage = Schemas['LiveMessage'];
/** A kind of mail that a person can switch off. */
export type MailKind = Schemas['MailKind'];
/** A device on which the account is signed in. */
export type AccountSession = Schemas['AccountSession'];
/** A post as its author sees it. */
export type OwnPost = Schemas['OwnPost'];
/** A post on the profile of its author. */
export type ProfilePost = Schemas['ProfilePost'];
/** The public part of a person. */
export type PublicUser = Schemas['PublicUser'];
/** A person with a page of their posts. */
export type PublicProfile = Schemas['PublicProfile'];
/** A bought boost. */
export type Boost = Schemas['Boost'];
/** What boosts cost, and how much may be donated. */
export type Prices = Schemas['Prices'];
/** What is known of a checkout. */
export type CheckoutStatus = Schemas['CheckoutStatus'];
/** A boost or donation of the signed-in person. */
export type OwnPayment = Schemas['OwnPayment'];
/** Why the account may only read, and until when. */
export type Suspension = Schemas['UserSuspension'];
/** A comment on a post, with its replies. */
export type Comment = Schemas['Comment'];
/** A login of the back office. */
export type AdminUser = Schemas['AdminUser'];
/** Why an admin decided something. */
export type ReasonCode = Schemas['DecisionRequest']['reason'];
/** The role of an admin. */
export type AdminRole = AdminUser['role'];
/** A post as admins see it. */
export type AdminPost = Schemas['AdminPost'];
/** Everything that is known of a post. */
export type AdminPostDetails = Schemas['AdminPostDetails'];
/** A decision of an admin about the signed-in person, and its appeal. */
export type OwnDecision = Schemas['OwnDecision'];
/** An appeal as admins see it. */
export type AdminAppeal = Schemas['AdminAppeal'];
/** What an admin did. */
export type AdminAct = Schemas['Act'];
/** A person whose ratings are suspicious. */
export type Rater = Schemas['Rater'];
/** The board with and without some ratings. */
export type Comparison = Schemas['Comparison'];
/** A post of the review queue. */
export type ReviewItem = Schemas['ReviewItem'];
/** What an admin can decide about a post of the review queue. */
export type ReviewDecision = Schemas['ReviewDecisionRequest']['decision'];
/** A comment as admins see it. */
export type AdminComment = Schemas['AdminComment'];
/** A report as admins see it. */
export type AdminReport = Schemas['AdminReport'];
/** A boost as admins see it. */
export type AdminBoost = Schemas['AdminBoost'];
/** A picture that must not be uploaded again. */
export type BlockedPicture = Schemas['BlockedPicture'];
/** An act that needs two people. */
export type AdminProposal = Schemas['AdminProposal'];
/** A person of the site, as admins see them. */
export type ManagedUser = Schemas['ManagedUser'];
