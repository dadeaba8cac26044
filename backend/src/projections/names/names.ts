import { Injectable } from '@nestjs/common';
import { projection } from '../projection.js';
import { suffixesOf, searchable } from './searchable.js';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';

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

/** With fewer matching endings than this, reading the posts of the people is faster than scanning the posts of all. */
const RARE = 500;

/** How many endings are read to find names that begin with a text. */
const PAGE = 1000;

/** The people with a text in one of their names. */
export interface Named {
  /** All of them, if the text is rare: their posts can be read. */
  readonly few: readonly string[] | null;
  /** Those of `people` who are among them. */
  among(people: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Finds people by part of their names, ignoring case and accents. Finds verified people only. */
@Injectable()
export class NamesReader {
  private readonly names: ViewReader<NameDocument>;

  constructor(views: Views) {
    this.names = views.of(names);
  }

  async named(text: string): Promise<Named> {
    const wanted = searchable(text);
    const few = wanted === '' ? new Set<string>() : await this.listed(wanted);
    if (!few) return { few: null, among: (people) => this.matching(wanted, people) };
    return { few: [...few], among: async (people) => new Set(people.filter((id) => few.has(id))) };
  }

  /** The ids of people, `most` at most, one of whose names begins with `text`. */
  async startingWith(text: string, most: number): Promise<readonly string[]> {
    const wanted = searchable(text);
    if (wanted === '') return [];
    // The first endings of all documents of a name are in one index; those of its first one are the whole name.
    const found = await this.names.pick({ ...endingsWith(wanted, 'e0'), limit: PAGE }, ['accountId']);
    const whole = found.filter(({ _id, accountId }) => wholeNamesOf(accountId).includes(_id));
    return [...new Set(whole.map(({ accountId }) => accountId))].slice(0, most);
  }

  /** The ids of all people with a text in one of their names; null unless it is rare. */
  private async listed(wanted: string): Promise<ReadonlySet<string> | null> {
    const people: string[] = [];
    for (const field of ENDING_FIELDS) {
      const query = { ...endingsWith(wanted, field), limit: RARE - people.length };
      for (const { accountId } of await this.names.pick(query, ['accountId'])) people.push(accountId);
      if (people.length === RARE) return null;
    }
    return new Set(people);
  }

  private async matching(wanted: string, people: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.names.getMany(people.flatMap(wholeNamesOf));
    const fitting = [...found.values()].filter(({ e0: name }) => name?.includes(wanted));
    return new Set(fitting.map(({ accountId }) => accountId));
  }
}

type EndingField = (typeof ENDING_FIELDS)[number];

function endingsWith(wanted: string, field: EndingField) {
  return { where: { [field]: { $prefix: wanted } }, sort: { [field]: 1 } } as const;
}
