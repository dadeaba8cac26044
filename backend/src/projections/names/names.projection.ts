import { projection } from '../projection.js';
import { suffixesOf } from './searchable.js';

/**
 * The fields that hold endings, in the order in which the endings begin in the name. Each has its own index. More
 * fields would mean fewer documents per event, but more queries per search.
 */
export const ENDING_FIELDS = ['e0', 'e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7'] as const;

/**
 * Searchable endings of a person's name that begin at adjacent letters: see {@link suffixesOf}. Any text inside a name
 * is the beginning of one of its endings, so an index finds it in every store.
 */
export interface NameDocument extends Partial<Readonly<Record<(typeof ENDING_FIELDS)[number], string>>> {
  readonly accountId: string;
  /** The endings until the address is verified: only people with a verified address can be found. */
  readonly unverified?: readonly string[];
}

/**
 * The documents of a name are numbered, so that a fold needs only its event to find the ones to clear. Anonymous
 * usernames have at most 24 letters. A display name of 50 letters can grow to 64 when it is normalised.
 */
const USERNAME_NUMBERS = Array.from({ length: 32 / ENDING_FIELDS.length }, (_, number) => number);
const DISPLAY_NUMBERS = Array.from({ length: 64 / ENDING_FIELDS.length }, (_, number) => number);

export const names = projection<NameDocument>({
  name: 'names',
  version: 4,
  isRemembered: true,
  ofLiving: (name, isErased) => (isErased(name.accountId) ? null : name),
  indexes: ENDING_FIELDS.map((field) => ({ fields: { [field]: 1 }, isSparse: true, also: ['accountId'] })),
  on: {
    AccountRegistered: {
      ids: ({ data: { accountId, username } }) => usernameIds(accountId).slice(0, documentsOf(username)),
      fold: (_, { data: { accountId, username } }, id) => hidden(accountId, username, id),
    },
    EmailVerified: {
      ids: ({ data }) => usernameIds(data.accountId),
      fold: (name) => (name?.unverified ? shown(name.accountId, name.unverified) : name),
    },
    // Only verified users can change a profile.
    ProfileChanged: {
      ids: ({ data }) => displayIds(data.accountId),
      fold: (_, { data: { accountId, displayUsername } }, id) => {
        const name = hidden(accountId, displayUsername, id);
        return name && shown(accountId, name.unverified);
      },
    },
    AccountDeleted: {
      ids: ({ data: { accountId } }) => [...usernameIds(accountId), ...displayIds(accountId)],
      fold: () => null,
    },
  },
});

/** The documents whose first ending is the complete name of this person. */
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

/** Cache of the endings of the last name: a fold needs the same endings for each document of a name. */
let latest: { readonly name: string; readonly endings: readonly string[] } = { name: '', endings: [] };

function endingsOf(name: string): readonly string[] {
  if (latest.name !== name) latest = { name, endings: suffixesOf(name) };
  return latest.endings;
}

/** The document with this id before its address is verified; null if the name is too short to have one. */
function hidden(accountId: string, name: string | null, id: string) {
  if (name === null) return null;
  // The id ends with the kind of name (one letter) and the number.
  const first = Number(id.slice(id.lastIndexOf(':') + 2)) * ENDING_FIELDS.length;
  const unverified = endingsOf(name).slice(first, first + ENDING_FIELDS.length);
  return unverified.length === 0 ? null : { accountId, unverified };
}

/** A document that can be found. */
function shown(accountId: string, endings: readonly string[]): NameDocument {
  return {
    accountId,
    ...Object.fromEntries(endings.map((ending, index) => [ENDING_FIELDS[index], ending])),
  };
}
