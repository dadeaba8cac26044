import { type Evolve, Rejected, type Rules } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { id, list, personal, text } from '../../kernel/field.js';
import { type Decider, noteOf, refuseOwn } from '../moderation/self-decision.js';
import { type GivenReason, ReasonCode } from '../moderation/reasons.js';
import {
  type Account,
  type OfAccount,
  PROFILE_PARTS,
  ProfilePart,
  type ProfileValues,
  requireAccount,
} from './account-state.js';

/** Parts of a profile that admins keep from others. The person's own value stays, and what they set later is shown. */

const about = { accountId: 'person' };
const aboutAct = { ...about, actId: 'act' };

export const withholdingEvents = {
  /** What the person has for these parts now is shown to nobody else, and they cannot set it again. */
  ProfileWithheld: event(
    {
      accountId: id,
      actId: id,
      parts: list(ProfilePart),
      reason: ReasonCode,
      /** For the person; null once their key has been destroyed. */
      note: personal('accountId', text),
    },
    '{actor} withheld parts of the profile of {accountId}: {parts|list} ({reason|reason}).',
    aboutAct,
  ),
  /** What the person has not changed since is shown again. */
  ProfileWithholdingUndone: event(
    { accountId: id, actId: id, because: personal('accountId', text) },
    '{actor} no longer withheld parts of the profile of {accountId}.',
    aboutAct,
  ),
  /** Another person took the withheld display name, so it is not this person's any more. */
  WithheldNameTaken: event(
    { accountId: id },
    '{actor} took the withheld display name of {accountId}.',
    about,
  ),
};

export const withholdingFolds = {
  ProfileWithheld: (state, { actId, parts }) => ({
    ...state,
    withheld: [...state.withheld, { actId, parts, values: valuesOf(state), pictureLook: state.pictureLook }],
  }),
  ProfileWithholdingUndone: (state, { actId }) => ({
    ...state,
    withheld: state.withheld.filter((known) => known.actId !== actId),
    undoneWithholdings: [...state.undoneWithholdings, actId],
  }),
  WithheldNameTaken: (state) => ({ ...state, profile: { ...state.profile, displayUsername: null } }),
} satisfies Evolve<Account, typeof withholdingEvents>;

export interface OfWithholding extends OfAccount {
  readonly actId: string;
  readonly decider: Decider;
}

export interface Withholding extends OfWithholding, GivenReason {
  readonly parts: readonly ProfilePart[];
  /** `profileChangedAt` as the admin saw it; without it, the profile as it is. */
  readonly seen?: string | null | undefined;
}

export const withholdingRules = {
  /** Withhold parts of a profile. Idempotent by the act. */
  WithholdProfile({ decider, parts: asked, seen, ...given }: Withholding, account) {
    requireAccount(account);
    const { accountId, actId, reason } = given;
    refuseOwn(decider, accountId);
    if (
      account.undoneWithholdings.includes(actId) ||
      account.withheld.some((known) => known.actId === actId)
    ) {
      return [];
    }
    const note = noteOf(given);
    const parts = PROFILE_PARTS.filter((part) => asked.includes(part));
    if (parts.length === 0) throw new Rejected('invalid', 'Please choose what to withhold.');
    if (seen && seen !== account.profileChangedAt) {
      throw new Rejected('conflict', 'This profile has changed. Please look at it again.');
    }
    const values = valuesOf(account);
    const withheld = withheldParts(account);
    for (const part of parts) {
      if (values[part] === null) throw new Rejected('conflict', `This profile has no ${part} to withhold.`);
      if (part in withheld)
        throw new Rejected('conflict', `A part of this profile is withheld already: ${part}.`);
    }
    return [{ type: 'ProfileWithheld', data: { accountId, actId, parts, reason, note } }];
  },
  /** Undo a withholding. What the person has changed since stays as it is. */
  UndoWithholding(
    { accountId, actId, decider, because }: OfWithholding & { readonly because: string },
    account,
  ) {
    requireAccount(account);
    refuseOwn(decider, accountId);
    return account.withheld.some((known) => known.actId === actId)
      ? [{ type: 'ProfileWithholdingUndone', data: { accountId, actId, because } }]
      : [];
  },
  /** Give a withheld display name away to another person. It does not come back when the withholding is undone. */
  TakeWithheldName: (data: OfAccount, account) =>
    'name' in withheldParts(account) ? [{ type: 'WithheldNameTaken', data }] : [],
} satisfies Rules<Account, typeof withholdingEvents>;

/** What the person has chosen for each part, shown or not; null for nothing. */
export function valuesOf({ profile, pictureId }: Pick<Account, 'profile' | 'pictureId'>): ProfileValues {
  const { displayUsername: name, bio, socialLinks: links } = profile;
  return { name, bio, links, picture: pictureId };
}

/** The parts that are withheld now, each with the act. What the person has changed since is not. */
export function withheldParts(account: Account): Readonly<Partial<Record<ProfilePart, string>>> {
  const now = valuesOf(account);
  return Object.fromEntries(
    account.withheld.flatMap(({ actId, parts, values }) =>
      parts.flatMap((part) => (isSame(values[part], now[part]) ? [[part, actId]] : [])),
    ),
  );
}

/** Whether a profile picture is kept from others at `now` (ISO 8601): withheld, or of a person whom an admin suspended. */
export function hidesPicture({ withheld, suspensions }: Account, pictureId: string, now: string): boolean {
  return (
    withheld.some(({ parts, values }) => parts.includes('picture') && values.picture === pictureId) ||
    suspensions.some(({ cause, endsAt }) => cause === 'moderation' && (endsAt === null || now < endsAt))
  );
}

/**
 * @throws Rejected (conflict) if a part gets a new value that was not `compared` with what an act withheld of it: the act came
 * in between
 */
export function requireCompared(before: Account, after: Account, compared: readonly string[]): void {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const isNew = (part: ProfilePart) => now[part] !== null && !isSame(old[part], now[part]);
  if (before.withheld.some(({ actId, parts }) => !compared.includes(actId) && parts.some(isNew))) {
    throw new Rejected(
      'conflict',
      'A moderator has just withheld a part of your profile. Please look again.',
    );
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
