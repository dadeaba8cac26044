import type { components } from './schema.d.ts';

type Schemas = components['schemas'];

/** The signed-in person. */
export type User = Schemas['User'];
/** A published photo with its author and scores. */
export type Post = Schemas['Post'];
/** What the judge says about an uploaded photo. */
export type RatingResult = Schemas['RatingResult'];
/** The ranked posts of one ISO week. */
export type WeeklyBoard = Schemas['WeeklyBoard'];
/** A post with its place on the board of a week. */
export type RankedPost = Schemas['RankedPost'];
/** The place of a post that is gone by now. */
export type RemovedPost = Schemas['RemovedPost'];
/** A week that is over, with its first three. */
export type FamousWeek = Schemas['HallOfFameWeek'];
/** One of the first three of a week that is over. */
export type Winner = Schemas['Winner'];
/** The figures behind a post's rating, and its places. */
export type PostRank = Schemas['PostRank'];
/** What may be wrong with a post. */
export type ReportCategory = Schemas['ReportRequest']['category'];
/** The figures of a post that change while its page is open. */
export type LivePost = Schemas['LivePost'];
/** What has just happened to posts. */
export type LiveMessage = Schemas['LiveMessage'];
/** A kind of mail that a person may switch off. */
export type MailKind = Schemas['MailKind'];
/** A place where the account is signed in. */
export type AccountSession = Schemas['AccountSession'];
/** A post as its author sees it. */
export type OwnPost = Schemas['OwnPost'];
/** A post on the page of its author. */
export type ProfilePost = Schemas['ProfilePost'];
/** A person as everybody sees them. */
export type PublicUser = Schemas['PublicUser'];
/** A person with a page of their posts. */
export type PublicProfile = Schemas['PublicProfile'];
/** Something said about a post, with the replies to it. */
export type Comment = Schemas['Comment'];
