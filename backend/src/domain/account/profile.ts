import type { Evolve, Rules } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { id, nullable, optional } from '../../kernel/field.js';
import { type Account, type OfAccount, preferences, profile, requireAccount } from './account-state.js';
import { requireCompared } from './withholding.js';

/** In characters. */
export const LONGEST_DISPLAY_NAME = 50;
/** In characters. */
export const LONGEST_BIO = 500;

/** What people choose for themselves: mails, public profile and picture. */

const about = { accountId: 'person' };

export const profileEvents = {
  /** Which optional mails the person wants. Mails about account security are always sent. */
  EmailPreferencesChanged: event(
    { accountId: id, ...preferences },
    '{actor} chose which mails to get: ratings {emailNotificationsRating?on:off}, comments {emailNotificationsComment?on:off}, achievements {emailNotificationsAchievements?on:off}, boosts {emailNotificationsBoosts?on:off}, {emailWeekly?once a week:as it happens}.',
    about,
    { version: 2, upcast: { 1: (data) => ({ ...data, emailWeekly: false }) } },
  ),
  /** The person changed their public profile. Null means not given. */
  ProfileChanged: event(
    { accountId: id, ...profile },
    '{actor} saved the public profile: display name, text and links.',
    about,
  ),
  /** The person changed or removed their profile picture. The previous file is deleted after this. */
  ProfilePictureChanged: event(
    {
      accountId: id,
      pictureId: nullable(id),
      previousId: nullable(id),
      /** The perceptual hash of the picture. */
      look: optional(id),
    },
    '{actor} {pictureId?set a new profile picture:removed the profile picture}.',
    about,
  ),
};

export const profileFolds = {
  EmailPreferencesChanged: (state, { accountId: _, ...chosen }) => ({ ...state, preferences: chosen }),
  ProfileChanged: (state, { accountId: _, ...chosen }, at) => ({
    ...state,
    profile: chosen,
    profileChangedAt: at,
  }),
  ProfilePictureChanged: (state, { pictureId, look }, at) => ({
    ...state,
    pictureId,
    pictureLook: look ?? null,
    profileChangedAt: at,
  }),
} satisfies Evolve<Account, typeof profileEvents>;

/** The withholdings that the new values were compared with; a change beside a newer one is rejected. */
export interface Compared {
  readonly compared?: readonly string[];
}

export interface PictureChange extends OfAccount, Compared {
  readonly pictureId: string | null;
  /** Its perceptual hash. */
  readonly look?: string;
  readonly inPlaceOf?: string;
}

/** A change to some fields: a field that is missing or undefined keeps its value. */
type ChangeOf<Facts> = { readonly [Field in keyof Facts]?: Facts[Field] | undefined };

export const profileRules = {
  /** Change which mails the person wants. Missing fields keep their values. */
  ChangeEmailPreferences({ accountId, ...change }: OfAccount & ChangeOf<Account['preferences']>, account) {
    requireAccount(account);
    const chosen = changed(account.preferences, change);
    return chosen ? [{ type: 'EmailPreferencesChanged', data: { accountId, ...chosen } }] : [];
  },
  /** Change the public profile. Missing fields keep their values. */
  ChangeProfile(
    { accountId, compared = [], ...change }: OfAccount & Compared & ChangeOf<Account['profile']>,
    account,
  ) {
    requireAccount(account);
    const after = changed(account.profile, change);
    if (!after) return [];
    requireCompared(account, { ...account, profile: after }, compared);
    return [{ type: 'ProfileChanged', data: { accountId, ...after } }];
  },
  /** Set the profile picture; null removes it. With `inPlaceOf`, only if that is the current picture. */
  ChangeProfilePicture({ accountId, pictureId, inPlaceOf, compared = [], ...look }: PictureChange, account) {
    requireAccount(account);
    const { pictureId: previousId } = account;
    if (pictureId === previousId || (inPlaceOf !== undefined && inPlaceOf !== previousId)) return [];
    requireCompared(account, { ...account, pictureId }, compared);
    return [{ type: 'ProfilePictureChanged', data: { accountId, pictureId, previousId, ...look } }];
  },
} satisfies Rules<Account, typeof profileEvents>;

/** `facts` with the defined fields of `change`; null if that changes nothing. */
function changed<Facts extends object>(facts: Facts, change: ChangeOf<Facts>): Facts | null {
  const defined = Object.entries(change).filter(([, value]) => value !== undefined);
  const after = { ...facts, ...Object.fromEntries(defined) };
  return JSON.stringify(after) === JSON.stringify(facts) ? null : after;
}
