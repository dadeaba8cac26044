import { projection } from '../projection.js';
import { suffixesOf } from './searchable.js';

/**
 * One ending of a person's name. A text somewhere inside a name is the beginning of one of its endings, which an index
 * finds on every engine.
 */
export interface NameDocument {
  readonly accountId: string;
  /** As it is searched: see {@link suffixesOf}. */
  readonly suffix: string;
  /** Only who has proved an address is found. */
  readonly isVerified: boolean;
}

/**
 * Endings stand in numbered places of the account, so that a fold needs nothing but its event to find those it clears.
 * Anonymous usernames have 24 letters at most; a display name of 50 may grow by what its letters are spelled as.
 */
const USERNAME_PLACES = 32;
const DISPLAY_PLACES = 64;

export const names = projection<NameDocument>({
  name: 'names',
  version: 1,
  indexes: [{ fields: { isVerified: 1, suffix: 1 } }],
  on: {
    AccountRegistered: {
      ids: ({ data: { accountId, username } }) => usernamePlaces(accountId).slice(0, lengthOf(username)),
      fold: (_, { data: { accountId, username } }, id) => ending(accountId, username, id, false),
    },
    EmailVerified: {
      ids: ({ data }) => usernamePlaces(data.accountId),
      fold: (name) => name && { ...name, isVerified: true },
    },
    // Only who is verified may change a profile.
    ProfileChanged: {
      ids: ({ data }) => displayPlaces(data.accountId),
      fold: (_, { data: { accountId, displayUsername } }, id) => ending(accountId, displayUsername, id, true),
    },
    AccountDeleted: {
      ids: ({ data: { accountId } }) => [...usernamePlaces(accountId), ...displayPlaces(accountId)],
      fold: () => null,
    },
  },
});

/** Where the whole of each name of a person stands: it is the longest of its endings. */
export function wholeNamesOf(accountId: string): string[] {
  return [`${accountId}:u0`, `${accountId}:d0`];
}

function usernamePlaces(accountId: string): string[] {
  return places(`${accountId}:u`, USERNAME_PLACES);
}

function displayPlaces(accountId: string): string[] {
  return places(`${accountId}:d`, DISPLAY_PLACES);
}

function places(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, place) => `${prefix}${place}`);
}

function lengthOf(name: string | null): number {
  return name === null ? 0 : endingsOf(name).length;
}

/** The endings of the name that was asked for last: a fold asks for those of one name once for each of its places. */
let latest: { readonly name: string; readonly endings: readonly string[] } = { name: '', endings: [] };

function endingsOf(name: string): readonly string[] {
  if (latest.name !== name) latest = { name, endings: suffixesOf(name) };
  return latest.endings;
}

/** What belongs in a place; null where the name is too short for it. */
function ending(
  accountId: string,
  name: string | null,
  id: string,
  isVerified: boolean,
): NameDocument | null {
  // The number comes after the letter of the kind of name.
  const place = Number(id.slice(id.lastIndexOf(':') + 2));
  const suffix = name === null ? undefined : endingsOf(name)[place];
  return suffix === undefined ? null : { accountId, suffix, isVerified };
}
