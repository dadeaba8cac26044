import { type EventsOf, event } from '../../kernel/event.js';
import { type TypeOf, flag, id, named, nullable, object, oneOf, text, time } from '../../kernel/field.js';
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
    note: nullable(text),
    /** Whether the person's posts are hidden until it is lifted or ends. */
    hidesPosts: flag,
  }),
);
export type Suspension = TypeOf<typeof Suspension>;

/** The steps of the ladder of strikes: a warning, seven days of suspension, and one without an end. */
export const STRIKE_STEPS = ['warning', 'week', 'permanent'] as const;
export const StrikeStep = named('StrikeStep', oneOf(...STRIKE_STEPS));
export type StrikeStep = TypeOf<typeof StrikeStep>;

const passwordEvent = {
  version: 1,
  personal: { subject: 'accountId', fields: ['passwordHash'] },
} as const;
const about = { accountId: 'person' } as const;

/** Personal fields are null once the person's key has been destroyed. */
export const accountEvents = {
  /** A visitor created an account. The address is not verified yet. */
  AccountRegistered: event({
    version: 1,
    data: {
      accountId: id,
      email: nullable(text),
      /** The address as a keyed hash, to find and compare it by. */
      emailHash: id,
      username: nullable(text),
      /** Argon2id, in PHC notation. */
      passwordHash: nullable(text),
    },
    personal: { subject: 'accountId', fields: ['email', 'username', 'passwordHash'], createsKey: true },
    trail: { says: '{actor} registered an account with an email address that waited to be verified.', about },
  }),
  /** A mail with a verification link was requested. Earlier links are invalid from now on. */
  VerificationRequested: event({
    version: 1,
    data: {
      ...VerificationRequest.properties,
      accountId: id,
      email: nullable(text),
      emailHash: id,
      /** Of the account. An address may be registered more than once; the mail names the account that it is about. */
      username: nullable(text),
    },
    personal: { subject: 'accountId', fields: ['email', 'username'] },
    trail: {
      says: '{actor} asked for a link that verifies the email address, valid until {expiresAt|time}.',
      about,
    },
  }),
  /** The person corrected the address before it was verified. Links to the former one are invalid from now on. */
  EmailChanged: event({
    version: 1,
    data: {
      accountId: id,
      email: nullable(text),
      /** The address as a keyed hash. */
      emailHash: id,
      /** The hash of the former address. */
      previousHash: id,
    },
    personal: { subject: 'accountId', fields: ['email'] },
    trail: { says: '{actor} corrected the email address of the account before it was verified.', about },
  }),
  /** The person proved that they can read mail sent to this address. */
  EmailVerified: event({
    version: 1,
    data: {
      accountId: id,
    },
    trail: { says: '{actor} followed the mailed link and so verified the email address.', about },
  }),
  /** A mail with a link that sets a new password was requested. Earlier links are invalid from now on. */
  PasswordResetRequested: event({
    version: 1,
    data: {
      ...PasswordResetRequest.properties,
      accountId: id,
    },
    trail: { says: '{actor} asked for a link to set a new password, valid until {expiresAt|time}.', about },
  }),
  /** A new password was set through a mailed link. All earlier sessions have ended. */
  PasswordReset: event({
    ...passwordEvent,
    data: {
      accountId: id,
      passwordHash: nullable(text),
    },
    trail: {
      says: '{actor} set a new password with a mailed link, which ended all earlier sessions.',
      about,
    },
  }),
  /** A person who knew the old password set a new one. All other earlier sessions have ended. */
  PasswordChanged: event({
    ...passwordEvent,
    data: {
      accountId: id,
      passwordHash: nullable(text),
    },
    trail: { says: '{actor} replaced the password, which ended all other sessions.', about },
  }),
  /**
   * The hash of the password was made again, of its composed form (NFC). The password is the same, and no session has
   * ended.
   */
  PasswordHashRenewed: event({
    ...passwordEvent,
    data: {
      accountId: id,
      passwordHash: nullable(text),
    },
    trail: { says: '{actor} entered the right password, and its stored hash was renewed.', about },
  }),
  /** The person signed in with a browser that had not signed in to this account before. */
  SignedInOnNewDevice: event({
    version: 1,
    data: {
      accountId: id,
      /** Browser and system, such as 'Firefox on Linux'; null if unknown. */
      device: nullable(text),
    },
    personal: { subject: 'accountId', fields: ['device'] },
    trail: { says: '{actor} signed in with a browser that had not signed in to the account before.', about },
  }),
  /** Which optional mails the person wants. Mails about account security are always sent. */
  EmailPreferencesChanged: event({
    version: 1,
    data: {
      accountId: id,
      emailNotificationsRating: flag,
      emailNotificationsComment: flag,
      emailNotificationsAchievements: flag,
      emailNotificationsBoosts: flag,
    },
    trail: {
      says: '{actor} chose which mails to get: ratings {emailNotificationsRating?on:off}, comments {emailNotificationsComment?on:off}, achievements {emailNotificationsAchievements?on:off}, boosts {emailNotificationsBoosts?on:off}.',
      about,
    },
  }),
  /** The person changed their public profile. Null means not given. */
  ProfileChanged: event({
    version: 1,
    data: {
      accountId: id,
      displayUsername: nullable(text),
      bio: nullable(text),
      socialLinks: nullable(SocialLinks),
    },
    personal: { subject: 'accountId', fields: ['displayUsername', 'bio', 'socialLinks'] },
    trail: { says: '{actor} saved the public profile: display name, text and links.', about },
  }),
  /** The person changed or removed their profile picture. The previous file is deleted after this. */
  ProfilePictureChanged: event({
    version: 1,
    data: {
      accountId: id,
      pictureId: nullable(id),
      previousId: nullable(id),
    },
    trail: { says: '{actor} {pictureId?set a new profile picture:removed the profile picture}.', about },
  }),
  /** The person may read but not write, until this suspension is lifted or ends. */
  AccountSuspended: event({
    version: 1,
    data: {
      accountId: id,
      ...Suspension.properties,
    },
    personal: { subject: 'accountId', fields: ['note'] },
    trail: {
      says: '{actor} suspended {accountId} until {endsAt|time?it is lifted} ({code|reason?disputed payment}){hidesPosts?, with all posts hidden:}.',
      about: {
        ...about,
        suspensionId: 'act',
      },
      reason: 'code',
    },
  }),
  /** A suspension was lifted. The person may write again when no other one is open. */
  AccountRestored: event({
    version: 1,
    data: {
      accountId: id,
      suspensionId: id,
      reason: text,
    },
    trail: {
      says: '{actor} lifted a suspension of {accountId}.',
      about: { ...about, suspensionId: 'act' },
    },
  }),
  /** An admin gave the person a strike. A suspension that it leads to has the id of the act. */
  AccountStruck: event({
    version: 1,
    data: {
      accountId: id,
      actId: id,
      step: StrikeStep,
      reason: ReasonCode,
      /** For the person; null once their key has been destroyed. */
      note: nullable(text),
    },
    personal: { subject: 'accountId', fields: ['note'] },
    trail: {
      says: '{actor} gave {accountId} a strike: {step|words} ({reason|reason}).',
      about: { ...about, actId: 'act' },
      reason: 'reason',
    },
  }),
  /** A strike was undone: the next one takes its step again. */
  StrikeUndone: event({
    version: 1,
    data: {
      accountId: id,
      actId: id,
      because: nullable(text),
    },
    personal: { subject: 'accountId', fields: ['because'] },
    trail: {
      says: '{actor} took a strike back from {accountId}.',
      about: { ...about, actId: 'act' },
    },
  }),
  /** The person sees the link to the back office. */
  AdminRightsGranted: event({
    version: 1,
    data: {
      accountId: id,
    },
    trail: { says: '{actor} showed {accountId} the link to the back office.', about },
  }),
  /** The person no longer sees the link to the back office. */
  AdminRightsRevoked: event({
    version: 1,
    data: {
      accountId: id,
    },
    trail: { says: '{actor} hid the link to the back office from {accountId}.', about },
  }),
  /** The person asked for deletion of the account, and can cancel it until `dueAt` (ISO 8601). */
  DeletionRequested: event({
    version: 1,
    data: {
      accountId: id,
      dueAt: time,
    },
    trail: { says: '{actor} asked to delete the account on {dueAt|time}.', about },
  }),
  /** The person cancelled the deletion. */
  DeletionCancelled: event({
    version: 1,
    data: {
      accountId: id,
    },
    trail: { says: '{actor} kept the account and cancelled its deletion.', about },
  }),
  /** The account was deleted. The person's key is destroyed after this. No event of this account can follow. */
  AccountDeleted: event({
    version: 1,
    data: {
      accountId: id,
      emailHash: id,
      pictureId: nullable(id),
    },
    trail: { says: '{actor} erased the account of {accountId} for good.', about },
  }),
};

export type AccountEvents = EventsOf<typeof accountEvents>;
