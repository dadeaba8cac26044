import { Rejected } from '../../kernel/aggregate.js';
import {
  type DataOf,
  type TypeOf,
  flag,
  id,
  named,
  nullable,
  object,
  oneOf,
  personal,
  text,
  time,
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

/** Which optional mails a person wants. */
export const preferences = {
  emailNotificationsRating: flag,
  emailNotificationsComment: flag,
  emailNotificationsAchievements: flag,
  emailNotificationsBoosts: flag,
  /** Whether mails about posts come together once a week instead of at once. */
  emailWeekly: flag,
};

/** The public profile. Null means not given. */
export const profile = {
  displayUsername: personal('accountId', text),
  bio: personal('accountId', text),
  socialLinks: personal('accountId', SocialLinks),
};

/** The parts of a public profile that can be withheld. The anonymous username cannot. */
export const PROFILE_PARTS = ['name', 'bio', 'links', 'picture'] as const;
export const ProfilePart = named('ProfilePart', oneOf(...PROFILE_PARTS));
export type ProfilePart = TypeOf<typeof ProfilePart>;

/** What a person has chosen for each part; null for nothing. */
export interface ProfileValues extends Readonly<Record<ProfilePart, unknown>> {
  readonly name: string | null;
  readonly bio: string | null;
  readonly links: SocialLinks | null;
  /** The id of the picture. */
  readonly picture: string | null;
}

/** Parts of a profile that an admin withheld, with what they were then. */
export interface Withheld {
  readonly actId: string;
  readonly parts: readonly ProfilePart[];
  readonly values: ProfileValues;
  /** The perceptual hash of the picture; null where it is not known. */
  readonly pictureLook: string | null;
}

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

/** The state of an account, for decisions and for its owner. Personal fields are null once the key is destroyed. */
export interface Account {
  readonly registered: {
    readonly email: string | null;
    readonly emailHash: string;
    readonly username: string | null;
  } | null;
  /** When it was registered, ISO 8601; null before. */
  readonly createdAt: string | null;
  /** The newest request; older ones are invalid. */
  readonly verification: VerificationRequest | null;
  /** When its address was verified, ISO 8601; null before. */
  readonly verifiedAt: string | null;
  readonly passwordHash: string | null;
  /** When the password was last changed, ISO 8601; sessions that started earlier have ended. */
  readonly passwordChangedAt: string | null;
  /** The newest unused request. */
  readonly reset: PasswordResetRequest | null;
  readonly preferences: DataOf<typeof preferences>;
  readonly profile: DataOf<typeof profile>;
  readonly pictureId: string | null;
  /** The perceptual hash of the picture; null without a picture, and for those from before it was recorded. */
  readonly pictureLook: string | null;
  /** When profile or picture last changed, ISO 8601; null before. */
  readonly profileChangedAt: string | null;
  /** What was withheld of the profile and not undone, in order. */
  readonly withheld: readonly Withheld[];
  /** The withholdings that were undone. They are not repeated. */
  readonly undoneWithholdings: readonly string[];
  /** The suspensions that were not lifted. One whose end is over has no effect. */
  readonly suspensions: readonly Suspension[];
  /** The strikes that were not undone, in order. */
  readonly strikes: readonly { readonly actId: string; readonly step: StrikeStep }[];
  /** The strikes that were undone. They are not repeated. */
  readonly undoneStrikes: readonly string[];
  /** The notes that admins wrote about the person, by id. */
  readonly notes: readonly string[];
  readonly isAdmin: boolean;
  /** When the account is due for deletion, ISO 8601; null when no deletion is requested. */
  readonly deletionDueAt: string | null;
  readonly deleted: boolean;
}

/** The state before registration. */
export const noAccount: Account = {
  registered: null,
  createdAt: null,
  verification: null,
  verifiedAt: null,
  passwordHash: null,
  passwordChangedAt: null,
  reset: null,
  preferences: {
    emailNotificationsRating: true,
    emailNotificationsComment: true,
    emailNotificationsAchievements: true,
    emailNotificationsBoosts: true,
    emailWeekly: false,
  },
  profile: { displayUsername: null, bio: null, socialLinks: null },
  pictureId: null,
  pictureLook: null,
  profileChangedAt: null,
  withheld: [],
  undoneWithholdings: [],
  suspensions: [],
  strikes: [],
  undoneStrikes: [],
  notes: [],
  isAdmin: false,
  deletionDueAt: null,
  deleted: false,
};

export interface OfAccount {
  readonly accountId: string;
}

type Registered = Account & { readonly registered: NonNullable<Account['registered']> };

/** @throws Rejected (notFound) when the account does not exist or was deleted */
export function requireAccount(account: Account): asserts account is Registered {
  if (!account.registered || account.deleted) throw new Rejected('notFound', 'User not found');
}
