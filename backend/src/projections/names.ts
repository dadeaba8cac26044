import { Injectable } from '@nestjs/common';
import { type TypeOf, id, list, object, optional, text } from '../kernel/field.js';
import { seen } from '../shared/visible-text.js';
import { readerOf, view } from './view.js';

/**
 * The fields that hold endings, in the order in which the endings begin in the name. Each has its own index. More
 * fields would mean fewer documents per event, but more queries per search.
 */
export const ENDING_FIELDS = ['e0', 'e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7'] as const;

/**
 * Searchable endings of a person's name that begin at adjacent letters: see {@link suffixesOf}. Any text inside a name
 * is the beginning of one of its endings, so an index finds it in every store.
 */
const Name = object({
  accountId: id,
  /** The endings of who cannot be found: until the address is verified, and in the first document of a withheld name. */
  unverified: optional(list(text)),
  /** In the first document of a display name that is withheld: the act. */
  withheldBy: optional(id),
  e0: optional(text),
  e1: optional(text),
  e2: optional(text),
  e3: optional(text),
  e4: optional(text),
  e5: optional(text),
  e6: optional(text),
  e7: optional(text),
});
type NameDocument = TypeOf<typeof Name>;

interface OfAccount {
  readonly accountId: string;
}

/**
 * The documents of a name are numbered, so that a fold needs only its event to find the ones to clear. Anonymous
 * usernames have at most 24 letters. A display name of 50 letters can grow to 64 when it is normalised.
 */
const USERNAME_NUMBERS = Array.from({ length: 32 / ENDING_FIELDS.length }, (_, number) => number);
const DISPLAY_NUMBERS = Array.from({ length: 64 / ENDING_FIELDS.length }, (_, number) => number);

export const names = view('names', {
  version: 5,
  document: Name,
  isRemembered: true,
  ofLiving: (name, isErased) => (isErased(name.accountId) ? null : name),
  indexes: ENDING_FIELDS.map((field) => ({ fields: { [field]: 1 }, isSparse: true, also: ['accountId'] })),
})
  .createdBy(
    ({ accountId, username }: OfAccount & { readonly username: string | null }) =>
      usernameIds({ accountId }).slice(0, documentsOf(username)),
    { AccountRegistered: (_, { accountId, username }, __, of) => hidden(accountId, username, of) },
  )
  .changedBy(usernameIds, {
    EmailVerified: (name) => (name.unverified ? shown(name.accountId, name.unverified) : name),
  })
  // Only verified users can change a profile.
  .createdBy(displayIds, {
    ProfileChanged: (before, { accountId, displayUsername }, _, of) => {
      const name = hidden(accountId, displayUsername, of);
      // The rest of the profile changed.
      if (name && before?.withheldBy && before.unverified?.[0] === name.unverified[0]) return before;
      return name && shown(accountId, name.unverified);
    },
  })
  // The reader leaves out the other documents of a name whose first one is withheld.
  .changedBy(firstDisplayId, {
    ProfileWithheld: (name, { actId, parts }) =>
      parts.includes('name') && name.withheldBy === undefined
        ? { accountId: name.accountId, unverified: endingsIn(name), withheldBy: actId }
        : name,
    ProfileWithholdingUndone: (name, { actId }) =>
      name.withheldBy === actId ? shown(name.accountId, name.unverified ?? []) : name,
  })
  .changedBy(displayIds, { WithheldNameTaken: () => null })
  .changedBy((account: OfAccount) => [...usernameIds(account), ...displayIds(account)], {
    AccountDeleted: () => null,
  });

/** The documents whose first ending is the complete name of this person. */
function wholeNamesOf(accountId: string): string[] {
  return [`${accountId}:u0`, `${accountId}:d0`];
}

function usernameIds({ accountId }: OfAccount): string[] {
  return USERNAME_NUMBERS.map((number) => `${accountId}:u${number}`);
}

function displayIds({ accountId }: OfAccount): string[] {
  return DISPLAY_NUMBERS.map((number) => `${accountId}:d${number}`);
}

function firstDisplayId({ accountId }: OfAccount): string {
  return `${accountId}:d0`;
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
function hidden(accountId: string, name: string | null, of: string) {
  if (name === null) return null;
  // The id ends with the kind of name (one letter) and the number.
  const first = Number(of.slice(of.lastIndexOf(':') + 2)) * ENDING_FIELDS.length;
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

function endingsIn(name: NameDocument): string[] {
  return ENDING_FIELDS.flatMap((field) => name[field] ?? []);
}

/** With fewer matching endings than this, reading the posts of the people is faster than scanning the posts of all. */
const RARE = 500;

const LATER_OF_DISPLAY_NAME = /:d[1-9]$/;

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
export class NamesReader extends readerOf(names) {
  async named(part: string): Promise<Named> {
    const wanted = searchable(part);
    const few = wanted === '' ? new Set<string>() : await this.listed(wanted);
    if (!few) return { few: null, among: (people) => this.matching(wanted, people) };
    return { few: [...few], among: async (people) => new Set(people.filter((one) => few.has(one))) };
  }

  /** The ids of people, `most` at most, one of whose names begins with `part`. */
  async startingWith(part: string, most: number): Promise<readonly string[]> {
    const wanted = searchable(part);
    if (wanted === '') return [];
    // The first endings of all documents of a name are in one index; those of its first one are the whole name.
    const found = await this.documents.pick({ ...endingsWith(wanted, 'e0'), limit: PAGE }, ['accountId']);
    const whole = found.filter(({ _id, accountId }) => wholeNamesOf(accountId).includes(_id));
    return [...new Set(whole.map(({ accountId }) => accountId))].slice(0, most);
  }

  /** The ids of all people with a text in one of their names; null unless it is rare. */
  private async listed(wanted: string): Promise<ReadonlySet<string> | null> {
    const found: { readonly _id: string; readonly accountId: string }[] = [];
    for (const field of ENDING_FIELDS) {
      const query = { ...endingsWith(wanted, field), limit: RARE - found.length };
      found.push(...(await this.documents.pick(query, ['accountId'])));
      if (found.length === RARE) return null;
    }
    const withheld = await this.withheldOf(found.filter(({ _id }) => LATER_OF_DISPLAY_NAME.test(_id)));
    return new Set(found.flatMap(({ _id, accountId }) => (withheld.has(_id) ? [] : [accountId])));
  }

  /** The ids of those documents whose name is withheld. */
  private async withheldOf(found: readonly { readonly _id: string; readonly accountId: string }[]) {
    const first = await this.documents.getMany(found.map(firstDisplayId));
    const isWithheld = (name: OfAccount) => first.get(firstDisplayId(name))?.withheldBy !== undefined;
    return new Set(found.filter(isWithheld).map(({ _id }) => _id));
  }

  private async matching(wanted: string, people: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.documents.getMany(people.flatMap(wholeNamesOf));
    const fitting = [...found.values()].filter(({ e0: name }) => name?.includes(wanted));
    return new Set(fitting.map(({ accountId }) => accountId));
  }
}

type EndingField = (typeof ENDING_FIELDS)[number];

function endingsWith(wanted: string, field: EndingField) {
  return { where: { [field]: { $prefix: wanted } }, sort: { [field]: 1 } } as const;
}

/** Letters whose plain form Unicode normalisation does not give. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
  ς: 'σ',
};
const SPECIAL = new RegExp(`[${Object.keys(SPELLED).join('')}]`, 'gu');

/**
 * Normalises a text for search: no case, no accents, nothing invisible, one form of compatible letters, single spaces.
 * Empty if no letters are left.
 */
export function searchable(written: string): string {
  return seen(written)
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(SPECIAL, (letter) => SPELLED[letter] ?? letter)
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** All endings of a name, from the complete name on: each part of it is the beginning of one of them. */
export function suffixesOf(name: string): string[] {
  const whole = searchable(name);
  const suffixes: string[] = [];
  // Split by code points: some letters take two units of `slice`.
  for (let start = 0; start < whole.length; start += (whole.codePointAt(start) ?? 0) > 0xffff ? 2 : 1) {
    suffixes.push(whole.slice(start));
  }
  return suffixes;
}
