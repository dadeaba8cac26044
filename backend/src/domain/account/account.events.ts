import { type EventsOf, event } from '../../kernel/event.js';
import {
  type TypeOf,
  flag,
  id,
  named,
  nullable,
  object,
  oneOf,
  text,
  time,
  personal,
} from '../../kernel/field.js';
import { ReasonCode } from '../moderation/reasons.js';
import { SocialLinks } from './social-links.js';

/** A request to verify an address. Only the SHA-256 hash of the token is stored, never the token. */
export const VerificationRequest = named(
  'VerificationRequest',
  object({
    verificationId: id,
    tokenHash: id,
    /** ISO 8601; from then on the token is invalid. */
    expiresAt: time,
  }),
);
export type VerificationRequest = TypeOf<typeof VerificationRequest>;

/** A request to set a new password by mail. Only the SHA-256 hash of the token is stored, never the token. */
export const PasswordResetRequest = named(
  'PasswordResetRequest',
  object({
    resetId: id,
    tokenHash: id,
    /** ISO 8601; from then on the token is invalid. */
    expiresAt: time,
  }),
);
export type PasswordResetRequest = TypeOf<typeof PasswordResetRequest>;

/** Why a person may read but not write, and until when (ISO 8601; null: until it is lifted). */
export const Suspension = named(
  'Suspension',
  object({
    /** The id of what caused it, so that lifting one suspension leaves the others. */
    suspensionId: id,
    cause: oneOf('dispute', 'moderation'),
    /** As shown to the person. */
    reason: text,
    endsAt: nullable(time),
    /** The code of the reason, for a suspension by an admin. */
    code: nullable(ReasonCode),
    /** What the admin adds for the person; null once the person's key has been destroyed. */
    note: personal('accountId', text),
    /** Whether the person's posts are hidden until it is lifted or ends. */
    hidesPosts: flag,
  }),
);
export type Suspension = TypeOf<typeof Suspension>;

/** The steps of the ladder of strikes: a warning, seven days of suspension, and one without an end. */
export const STRIKE_STEPS = ['warning', 'week', 'permanent'] as const;
export const StrikeStep = named('StrikeStep', oneOf(...STRIKE_STEPS));
export type StrikeStep = TypeOf<typeof StrikeStep>;

const about = { accountId: 'person' } as const;

/** Personal fields are null once the person's key has been destroyed. */
export const accountEvents = {
  /** A visitor created an account. The address is not verified yet. */
  AccountRegistered: event(
    {
      accountId: id,
      email: personal('accountId', text),
      /** The address as a keyed hash, to find and compare it by. */
      emailHash: id,
      username: personal('accountId', text),
      /** Argon2id, in PHC notation. */
      passwordHash: personal('accountId', text),
    },
    '{actor} registered an account with an email address that waited to be verified.',
    about,
    { createsKey: true },
  ),
  /** A mail with a verification link was requested. Earlier links are invalid from now on. */
  VerificationRequested: event(
    {
      ...VerificationRequest.properties,
      accountId: id,
      email: personal('accountId', text),
      emailHash: id,
      /** Of the account. An address may be registered more than once; the mail names the account that it is about. */
      username: personal('accountId', text),
    },
    '{actor} asked for a link that verifies the email address, valid until {expiresAt|time}.',
    about,
  ),
  /** The person corrected the address before it was verified. Links to the former one are invalid from now on. */
  EmailChanged: event(
    {
      accountId: id,
      email: personal('accountId', text),
      /** The address as a keyed hash. */
      emailHash: id,
      /** The hash of the former address. */
      previousHash: id,
    },
    '{actor} corrected the email address of the account before it was verified.',
    about,
  ),
  /** The person proved that they can read mail sent to this address. */
  EmailVerified: event(
    {
      accountId: id,
    },
    '{actor} followed the mailed link and so verified the email address.',
    about,
  ),
  /** A mail with a link that sets a new password was requested. Earlier links are invalid from now on. */
  PasswordResetRequested: event(
    {
      ...PasswordResetRequest.properties,
      accountId: id,
    },
    '{actor} asked for a link to set a new password, valid until {expiresAt|time}.',
    about,
  ),
  /** A new password was set through a mailed link. All earlier sessions have ended. */
  PasswordReset: event(
    {
      accountId: id,
      passwordHash: personal('accountId', text),
    },
    '{actor} set a new password with a mailed link, which ended all earlier sessions.',
    about,
  ),
  /** A person who knew the old password set a new one. All other earlier sessions have ended. */
  PasswordChanged: event(
    {
      accountId: id,
      passwordHash: personal('accountId', text),
    },
    '{actor} replaced the password, which ended all other sessions.',
    about,
  ),
  /**
   * The hash of the password was made again, of its composed form (NFC). The password is the same, and no session has
   * ended.
   */
  PasswordHashRenewed: event(
    {
      accountId: id,
      passwordHash: personal('accountId', text),
    },
    '{actor} entered the right password, and its stored hash was renewed.',
    about,
  ),
  /** The person signed in with a browser that had not signed in to this account before. */
  SignedInOnNewDevice: event(
    {
      accountId: id,
      /** Browser and system, such as 'Firefox on Linux'; null if unknown. */
      device: personal('accountId', text),
    },
    '{actor} signed in with a browser that had not signed in to the account before.',
    about,
  ),
  /** Which optional mails the person wants. Mails about account security are always sent. */
  EmailPreferencesChanged: event(
    {
      accountId: id,
      emailNotificationsRating: flag,
      emailNotificationsComment: flag,
      emailNotificationsAchievements: flag,
      emailNotificationsBoosts: flag,
    },
    '{actor} chose which mails to get: ratings {emailNotificationsRating?on:off}, comments {emailNotificationsComment?on:off}, achievements {emailNotificationsAchievements?on:off}, boosts {emailNotificationsBoosts?on:off}.',
    about,
  ),
  /** The person changed their public profile. Null means not given. */
  ProfileChanged: event(
    {
      accountId: id,
      displayUsername: personal('accountId', text),
      bio: personal('accountId', text),
      socialLinks: personal('accountId', SocialLinks),
    },
    '{actor} saved the public profile: display name, text and links.',
    about,
  ),
  /** The person changed or removed their profile picture. The previous file is deleted after this. */
  ProfilePictureChanged: event(
    {
      accountId: id,
      pictureId: nullable(id),
      previousId: nullable(id),
    },
    '{actor} {pictureId?set a new profile picture:removed the profile picture}.',
    about,
  ),
  /** The person may read but not write, until this suspension is lifted or ends. */
  AccountSuspended: event(
    {
      accountId: id,
      ...Suspension.properties,
    },
    '{actor} suspended {accountId} until {endsAt|time?it is lifted} ({code|reason?disputed payment}){hidesPosts?, with all posts hidden:}.',
    {
      ...about,
      suspensionId: 'act',
    },
  ),
  /** A suspension was lifted. The person may write again when no other one is open. */
  AccountRestored: event(
    {
      accountId: id,
      suspensionId: id,
      reason: text,
    },
    '{actor} lifted a suspension of {accountId}.',
    { ...about, suspensionId: 'act' },
  ),
  /** An admin gave the person a strike. A suspension that it leads to has the id of the act. */
  AccountStruck: event(
    {
      accountId: id,
      actId: id,
      step: StrikeStep,
      reason: ReasonCode,
      /** For the person; null once their key has been destroyed. */
      note: personal('accountId', text),
    },
    '{actor} gave {accountId} a strike: {step|words} ({reason|reason}).',
    { ...about, actId: 'act' },
  ),
  /** A strike was undone: the next one takes its step again. */
  StrikeUndone: event(
    {
      accountId: id,
      actId: id,
      because: personal('accountId', text),
    },
    '{actor} took a strike back from {accountId}.',
    { ...about, actId: 'act' },
  ),
  /** The person sees the link to the back office. */
  AdminRightsGranted: event(
    {
      accountId: id,
    },
    '{actor} showed {accountId} the link to the back office.',
    about,
  ),
  /** The person no longer sees the link to the back office. */
  AdminRightsRevoked: event(
    {
      accountId: id,
    },
    '{actor} hid the link to the back office from {accountId}.',
    about,
  ),
  /** The person asked for deletion of the account, and can cancel it until `dueAt` (ISO 8601). */
  DeletionRequested: event(
    {
      accountId: id,
      dueAt: time,
    },
    '{actor} asked to delete the account on {dueAt|time}.',
    about,
  ),
  /** The person cancelled the deletion. */
  DeletionCancelled: event(
    {
      accountId: id,
    },
    '{actor} kept the account and cancelled its deletion.',
    about,
  ),
  /** The account was deleted. The person's key is destroyed after this. No event of this account can follow. */
  AccountDeleted: event(
    {
      accountId: id,
      emailHash: id,
      pictureId: nullable(id),
    },
    '{actor} erased the account of {accountId} for good.',
    about,
  ),
};

export type AccountEvents = EventsOf<typeof accountEvents>;
