import { projection } from '../projection.js';
import { suffixesOf } from './searchable.js';

/**
 * The fields that endings stand in, in the order in which they begin in the name. Each has an index of its own: with more,
 * an event would touch fewer documents, and a search would ask more often.
 */
export const ENDING_FIELDS = ['e0', 'e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7'] as const;

/**
 * Endings of a person's name that begin at letters next to each other, as they are searched: see {@link suffixesOf}. A
 * text somewhere inside a name is the beginning of one of its endings, which an index finds in every store.
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
const USERNAME_NUMBERS = Array.from({ length: 32 / ENDING_FIELDS.length }, (_, number) => number);
const DISPLAY_NUMBERS = Array.from({ length: 64 / ENDING_FIELDS.length }, (_, number) => number);

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
  return USERNAME_NUMBERS.map((number) => `${accountId}:u${number}`);
}

function displayIds(accountId: string): string[] {
  return DISPLAY_NUMBERS.map((number) => `${accountId}:d${number}`);
}

function documentsOf(name: string | null): number {
  return name === null ? 0 : Math.ceil(endingsOf(name).length / ENDING_FIELDS.length);
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
  const first = Number(id.slice(id.lastIndexOf(':') + 2)) * ENDING_FIELDS.length;
  const all = endingsOf(name);
  if (first >= all.length) return null;
  const document: { -readonly [Field in keyof NameDocument]: NameDocument[Field] } = {
    accountId,
    isVerified,
  };
  for (const [index, field] of ENDING_FIELDS.entries()) {
    const ending = all[first + index];
    if (ending !== undefined) document[field] = ending;
  }
  return document;
}
