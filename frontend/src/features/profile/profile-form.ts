import type { User } from '../../api/generated/schema.d.ts';
import { type Platform, platforms } from '../../lib/social-links.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import type { ProfileChange } from './profile.queries.ts';

/** The values of the form; missing ones are empty texts. */
export interface ProfileValues {
  displayUsername: string;
  bio: string;
  socialLinks: Record<Platform, string>;
}

/** The name of a field in the form and in the server's errors. */
export type ProfileField = 'displayUsername' | 'bio' | `socialLinks.${Platform}`;

/** All fields, in the order of the form. */
export const profileFields: readonly ProfileField[] = [
  'displayUsername',
  'bio',
  ...platforms.map(({ key }) => `socialLinks.${key}` as const),
];

export type ProfileEdits = Partial<Record<ProfileField, string>>;

/** The initial values of the form. */
export function profileValues(user: Pick<User, 'displayUsername' | 'bio' | 'socialLinks'>): ProfileValues {
  const links = platforms.map(({ key }) => [key, user.socialLinks?.[key] ?? '']);
  return {
    displayUsername: user.displayUsername ?? '',
    bio: user.bio ?? '',
    socialLinks: Object.fromEntries(links) as ProfileValues['socialLinks'],
  };
}

export function textOf(values: ProfileValues, field: ProfileField): string {
  if (field === 'displayUsername' || field === 'bio') return values[field];
  return values.socialLinks[field.slice('socialLinks.'.length) as Platform];
}

/** The fields whose text differs, with the text after. */
export function editsBetween(before: ProfileValues, after: ProfileValues): ProfileEdits {
  const changed = profileFields.filter((field) => textOf(before, field) !== textOf(after, field));
  return Object.fromEntries(changed.map((field) => [field, textOf(after, field)]));
}

/**
 * The request body: edited fields only, so that changes from another tab are kept. A blank name or bio becomes null.
 * The links are sent together without blank ones, or as null if none remain.
 */
export function profileChange(before: ProfileValues, after: ProfileValues): ProfileChange {
  const edits = editsBetween(before, after);
  const change: ProfileChange = {};
  if (edits.displayUsername !== undefined) change.displayUsername = edits.displayUsername.trim() || null;
  if (edits.bio !== undefined) change.bio = edits.bio.trim() || null;
  if (platforms.some(({ key }) => edits[`socialLinks.${key}`] !== undefined)) {
    const links = Object.entries(after.socialLinks)
      .map(([key, value]) => [key, value.trim()] as const)
      .filter(([, value]) => value !== '');
    change.socialLinks = links.length > 0 ? Object.fromEntries(links) : null;
  }
  return change;
}

const key = 'profileDraft';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface ProfileDraft {
  userId: string;
  edits: ProfileEdits;
}

function isDraft(value: unknown): value is ProfileDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { userId, edits } = value as Partial<ProfileDraft>;
  return typeof userId === 'string' && typeof edits === 'object' && edits !== null;
}

function readDraft(store: () => Store): ProfileDraft | undefined {
  try {
    const value: unknown = JSON.parse(readStored(store, key) ?? 'null');
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the unsaved edits of a person in this tab. */
export function keepDraft(draft: ProfileDraft, store: () => Store = () => sessionStorage): void {
  writeStored(store, key, JSON.stringify(draft));
}

/** The unsaved edits of this person; empty if there are none, or if they belong to another account. */
export function draftOf(userId: string, store: () => Store = () => sessionStorage): ProfileEdits {
  const draft = readDraft(store);
  if (draft?.userId !== userId) return {};
  const known = profileFields.filter((field) => typeof draft.edits[field] === 'string');
  return Object.fromEntries(known.map((field) => [field, draft.edits[field]]));
}

/** Deletes the stored edits of all people. */
export function dropDraft(store: () => Store = () => sessionStorage): void {
  writeStored(store, key, null);
}
