import type { Catalogue } from '../../kernel/event.js';
import type { ReasonCode } from '../moderation/reasons.js';
import type { SocialLinks } from './social-links.js';

/** A request to verify an address. Only the SHA-256 hash of the token is stored, never the token. */
export interface VerificationRequest {
  readonly verificationId: string;
  readonly tokenHash: string;
  /** ISO 8601; from then on the token is invalid. */
  readonly expiresAt: string;
}

/** A request to set a new password by mail. Only the SHA-256 hash of the token is stored, never the token. */
export interface PasswordResetRequest {
  readonly resetId: string;
  readonly tokenHash: string;
  /** ISO 8601; from then on the token is invalid. */
  readonly expiresAt: string;
}

/** Why a person may read but not write, and until when (ISO 8601; null: until it is lifted). */
export interface Suspension {
  /** The id of what caused it, so that lifting one suspension leaves the others. */
  readonly suspensionId: string;
  readonly cause: 'dispute' | 'moderation';
  /** As shown to the person. */
  readonly reason: string;
  readonly endsAt: string | null;
  /** The code of the reason, for a suspension by an admin. */
  readonly code: ReasonCode | null;
  /** What the admin adds for the person; null once the person's key has been destroyed. */
  readonly note: string | null;
  /** Whether the person's posts are hidden until it is lifted or ends. */
  readonly hidesPosts: boolean;
}

/** The steps of the ladder of strikes: a warning, seven days of suspension, and one without an end. */
export const STRIKE_STEPS = ['warning', 'week', 'permanent'] as const;
export type StrikeStep = (typeof STRIKE_STEPS)[number];

/** Personal fields are null once the person's key has been destroyed. */
export interface AccountEvents {
  /** A visitor created an account. The address is not verified yet. */
  AccountRegistered: {
    accountId: string;
    email: string | null;
    /** The address as a keyed hash, to find and compare it by. */
    emailHash: string;
    username: string | null;
    /** Argon2id, in PHC notation. */
    passwordHash: string | null;
  };
  /** A mail with a verification link was requested. Earlier links are invalid from now on. */
  VerificationRequested: VerificationRequest & {
    accountId: string;
    email: string | null;
    emailHash: string;
    /** Of the account. An address may be registered more than once; the mail names the account that it is about. */
    username: string | null;
  };
  /** The person corrected the address before it was verified. Links to the former one are invalid from now on. */
  EmailChanged: {
    accountId: string;
    email: string | null;
    /** The address as a keyed hash. */
    emailHash: string;
    /** The hash of the former address. */
    previousHash: string;
  };
  /** The person proved that they can read mail sent to this address. */
  EmailVerified: { accountId: string };
  /** A mail with a link that sets a new password was requested. Earlier links are invalid from now on. */
  PasswordResetRequested: PasswordResetRequest & { accountId: string };
  /** A new password was set through a mailed link. All earlier sessions have ended. */
  PasswordReset: { accountId: string; passwordHash: string | null };
  /** A person who knew the old password set a new one. All other earlier sessions have ended. */
  PasswordChanged: { accountId: string; passwordHash: string | null };
  /** The person signed in with a browser that had not signed in to this account before. */
  SignedInOnNewDevice: {
    accountId: string;
    /** Browser and system, such as 'Firefox on Linux'; null if unknown. */
    device: string | null;
  };
  /** Which optional mails the person wants. Mails about account security are always sent. */
  EmailPreferencesChanged: {
    accountId: string;
    emailNotificationsRating: boolean;
    emailNotificationsComment: boolean;
    emailNotificationsAchievements: boolean;
    emailNotificationsBoosts: boolean;
  };
  /** The person changed their public profile. Null means not given. */
  ProfileChanged: {
    accountId: string;
    displayUsername: string | null;
    bio: string | null;
    socialLinks: SocialLinks | null;
  };
  /** The person changed or removed their profile picture. The previous file is deleted after this. */
  ProfilePictureChanged: { accountId: string; pictureId: string | null; previousId: string | null };
  /** The person may read but not write, until this suspension is lifted or ends. */
  AccountSuspended: { accountId: string } & Suspension;
  /** A suspension was lifted. The person may write again when no other one is open. */
  AccountRestored: { accountId: string; suspensionId: string; reason: string };
  /** An admin gave the person a strike. A suspension that it leads to has the id of the act. */
  AccountStruck: {
    accountId: string;
    actId: string;
    step: StrikeStep;
    reason: ReasonCode;
    /** For the person; null once their key has been destroyed. */
    note: string | null;
  };
  /** A strike was undone: the next one takes its step again. */
  StrikeUndone: { accountId: string; actId: string; because: string | null };
  /** The person sees the link to the back office. */
  AdminRightsGranted: { accountId: string };
  /** The person no longer sees the link to the back office. */
  AdminRightsRevoked: { accountId: string };
  /** The person asked for deletion of the account, and can cancel it until `dueAt` (ISO 8601). */
  DeletionRequested: { accountId: string; dueAt: string };
  /** The person cancelled the deletion. */
  DeletionCancelled: { accountId: string };
  /** The account was deleted. The person's key is destroyed after this. No event of this account can follow. */
  AccountDeleted: { accountId: string; emailHash: string; pictureId: string | null };
}

const passwordEvent = {
  version: 1,
  personal: { subject: 'accountId', fields: ['passwordHash'] },
} as const;
const about = { accountId: 'person' } as const;

export const accountEvents: Catalogue<AccountEvents> = {
  AccountRegistered: {
    version: 1,
    personal: { subject: 'accountId', fields: ['email', 'username', 'passwordHash'], createsKey: true },
    trail: { says: '{actor} registered an account with an email address that waited to be verified.', about },
  },
  VerificationRequested: {
    version: 1,
    personal: { subject: 'accountId', fields: ['email', 'username'] },
    trail: {
      says: '{actor} asked for a link that verifies the email address, valid until {expiresAt|time}.',
      about,
    },
  },
  EmailChanged: {
    version: 1,
    personal: { subject: 'accountId', fields: ['email'] },
    trail: { says: '{actor} corrected the email address of the account before it was verified.', about },
  },
  EmailVerified: {
    version: 1,
    trail: { says: '{actor} followed the mailed link and so verified the email address.', about },
  },
  PasswordResetRequested: {
    version: 1,
    trail: { says: '{actor} asked for a link to set a new password, valid until {expiresAt|time}.', about },
  },
  PasswordReset: {
    ...passwordEvent,
    trail: {
      says: '{actor} set a new password with a mailed link, which ended all earlier sessions.',
      about,
    },
  },
  PasswordChanged: {
    ...passwordEvent,
    trail: { says: '{actor} replaced the password, which ended all other sessions.', about },
  },
  SignedInOnNewDevice: {
    version: 1,
    personal: { subject: 'accountId', fields: ['device'] },
    trail: { says: '{actor} signed in with a browser that had not signed in to the account before.', about },
  },
  EmailPreferencesChanged: {
    version: 1,
    trail: {
      says: '{actor} chose which mails to get: ratings {emailNotificationsRating?on:off}, comments {emailNotificationsComment?on:off}, achievements {emailNotificationsAchievements?on:off}, boosts {emailNotificationsBoosts?on:off}.',
      about,
    },
  },
  ProfileChanged: {
    version: 1,
    personal: { subject: 'accountId', fields: ['displayUsername', 'bio', 'socialLinks'] },
    trail: { says: '{actor} saved the public profile: display name, text and links.', about },
  },
  ProfilePictureChanged: {
    version: 1,
    trail: { says: '{actor} {pictureId?set a new profile picture:removed the profile picture}.', about },
  },
  AccountSuspended: {
    version: 1,
    personal: { subject: 'accountId', fields: ['note'] },
    trail: {
      says: '{actor} suspended {accountId} until {endsAt|time?it is lifted} ({code|reason?disputed payment}){hidesPosts?, with all posts hidden:}.',
      about: {
        ...about,
        suspensionId: 'act',
      },
      reason: 'code',
    },
  },
  AccountRestored: {
    version: 1,
    trail: {
      says: '{actor} lifted a suspension of {accountId}.',
      about: { ...about, suspensionId: 'act' },
    },
  },
  AccountStruck: {
    version: 1,
    personal: { subject: 'accountId', fields: ['note'] },
    trail: {
      says: '{actor} gave {accountId} a strike at the step {step|words} ({reason|reason}).',
      about: { ...about, actId: 'act' },
      reason: 'reason',
    },
  },
  StrikeUndone: {
    version: 1,
    personal: { subject: 'accountId', fields: ['because'] },
    trail: {
      says: '{actor} took a strike back from {accountId}.',
      about: { ...about, actId: 'act' },
    },
  },
  AdminRightsGranted: {
    version: 1,
    trail: { says: '{actor} showed {accountId} the link to the back office.', about },
  },
  AdminRightsRevoked: {
    version: 1,
    trail: { says: '{actor} hid the link to the back office from {accountId}.', about },
  },
  DeletionRequested: {
    version: 1,
    trail: { says: '{actor} asked to delete the account on {dueAt|time}.', about },
  },
  DeletionCancelled: {
    version: 1,
    trail: { says: '{actor} kept the account and cancelled its deletion.', about },
  },
  AccountDeleted: {
    version: 1,
    trail: { says: '{actor} deleted {accountId} for good.', about },
  },
};
