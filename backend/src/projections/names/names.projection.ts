import { projection } from '../projection.js';
import { suffixesOf } from './searchable.js';

/** How many endings stand in one document. Each has an index of its own, so that more would make a search ask more often. */
const ENDINGS = 8;

/** The fields that endings stand in, in the order in which they begin in the name. */
export const ENDING_FIELDS = ['e0', 'e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7'] as const;

/**
 * Endings of a person's name that begin at letters next to each other, as they are searched: see {@link suffixesOf}. A
 * text somewhere inside a name is the beginning of one of its endings, which an index finds on every engine.
 */
export interface NameDocument extends Partial<Readonly<Record<(typeof ENDING_FIELDS)[number], string>>> {
  readonly accountId: string;
  /** Only who has proved an address is found. */
  readonly isVerified: boolean;
}

/**
 * The documents of a name are numbered, so that a fold needs nothing but its event to find those it clears. Anonymous
 * usernames have 24 letters at most; a display name of 50 may grow to 64 by what its letters are spelled as.
 */
const USERNAME_DOCUMENTS = 32 / ENDINGS;
const DISPLAY_DOCUMENTS = 64 / ENDINGS;

export const names = projection<NameDocument>({
  name: 'names',
  version: 2,
  indexes: ENDING_FIELDS.map((field) => ({ fields: { isVerified: 1, [field]: 1 } })),
  on: {
    AccountRegistered: {
      ids: ({ data: { accountId, username } }) => usernameIds(accountId).slice(0, documentsOf(username)),
      fold: (_, { data: { accountId, username } }, id) => endings(accountId, username, id, false),
    },
    EmailVerified: {
      ids: ({ data }) => usernameIds(data.accountId),
      fold: (name) => name && { ...name, isVerified: true },
    },
    // Only who is verified may change a profile.
    ProfileChanged: {
      ids: ({ data }) => displayIds(data.accountId),
      fold: (_, { data: { accountId, displayUsername } }, id) =>
        endings(accountId, displayUsername, id, true),
    },
    AccountDeleted: {
      ids: ({ data: { accountId } }) => [...usernameIds(accountId), ...displayIds(accountId)],
      fold: () => null,
    },
  },
});

/** The documents whose first ending is the whole of a name of this person. */
export function wholeNamesOf(accountId: string): string[] {
  return [`${accountId}:u0`, `${accountId}:d0`];
}

function usernameIds(accountId: string): string[] {
  return ids(`${accountId}:u`, USERNAME_DOCUMENTS);
}

function displayIds(accountId: string): string[] {
  return ids(`${accountId}:d`, DISPLAY_DOCUMENTS);
}

function ids(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, number) => `${prefix}${number}`);
}

function documentsOf(name: string | null): number {
  return name === null ? 0 : Math.ceil(endingsOf(name).length / ENDINGS);
}

/** The endings of the name that was asked for last: a fold asks for those of one name once for each of its documents. */
let latest: { readonly name: string; readonly endings: readonly string[] } = { name: '', endings: [] };

function endingsOf(name: string): readonly string[] {
  if (latest.name !== name) latest = { name, endings: suffixesOf(name) };
  return latest.endings;
}

/** The document of this id; null where the name is too short for it. */
function endings(
  accountId: string,
  name: string | null,
  id: string,
  isVerified: boolean,
): NameDocument | null {
  if (name === null) return null;
  // The number comes after the letter of the kind of name.
  const first = Number(id.slice(id.lastIndexOf(':') + 2)) * ENDINGS;
  const here = endingsOf(name).slice(first, first + ENDINGS);
  if (here.length === 0) return null;
  const fields = Object.fromEntries(here.map((ending, index) => [`e${index}`, ending]));
  return { accountId, isVerified, ...fields };
}
