import type { SqliteValue } from '../sqlite/sqlite.js';
import type { IndexSpec } from '../../kernel/document-store.js';
import { type SortConditions, rangesAfter, sparseFields, successorOf } from './index-ranges.js';
import {
  type Comparison,
  type Filter,
  type Query,
  type Scalar,
  type Merge,
  assertField,
  listIn,
  mergeOf,
  sortFields,
} from '../../kernel/query.js';

/** A piece of SQL with the values of its placeholders. */
interface Sql {
  readonly text: string;
  readonly values: readonly SqliteValue[];
}

const TRUE: Sql = { text: '1', values: [] };
const FALSE: Sql = { text: '0', values: [] };

const SORT: SortConditions<Sql> = {
  same: (field, value) => compared(field, value === null ? 'IS NULL' : '= ?', value),
  // For a range SQLite skips the nulls of an index, but for IS NOT NULL it scans them; texts sort after all numbers.
  after: (field, value) => compared(field, value === null ? '>= -9e999' : '> ?', value),
  before: (field, value) => compared(field, '< ?', value),
};

/**
 * The statements that together answer a checked query, in order: these columns of each document. Each takes one more
 * value, the number of documents still wanted.
 */
export function selectsOf(query: Query, columns = DOCUMENT): readonly Sql[] {
  const merge = mergeOf(query);
  if (merge) return [mergedSelect(merge, query.after, columns)];
  const { where, sort, after } = query;
  const filter = where ? filterOf(where, sort !== undefined) : TRUE;
  const ranges = after ? rangesAfter(sort, after, SORT) : [{ conditions: [], alike: 0 }];
  const fields = sortFields(sort);
  return ranges.map(({ conditions, alike }) => {
    // Of several bounds of a field, an index starts from the first that is written: that of the cursor is the closest.
    const { text, values } = all([all(conditions), filter].filter((known) => known !== TRUE));
    // Drop fields that are constant in the range: SQLite would sort by them, although the index has the order.
    const order = fields
      .slice(alike)
      .map(([field, direction]) => `${expressionOf(field)}${direction === 1 ? '' : ' DESC'}`);
    return {
      text: `SELECT ${columns} FROM documents WHERE ${text} ORDER BY ${order.join(', ')} LIMIT ?`,
      values,
    };
  });
}

/** The columns of a whole document. */
const DOCUMENT = 'id, position, body';

/** The columns of an id and some fields, by these names. */
export function columnsOf(fields: readonly string[]): string {
  for (const field of fields) assertField(field);
  return ['id AS _id', ...fields.map((field) => `${expressionOf(field)} AS "${field}"`)].join(', ');
}

/**
 * Merges the index ranges of several values: SQLite works through the rows of a recursive query in its order. It starts
 * with the first document of each value; each document that is taken adds the next one of its value.
 */
function mergedSelect(
  { field, values, where, key, direction, isList }: Merge,
  after: Query['after'],
  columns: string,
): Sql {
  const way = direction === 1 ? '' : ' DESC';
  const [sign, rest] = [direction === 1 ? '>' : '<', filterOf(where, true)];
  const isById = key === '_id';
  const keyed = expressionOf(key);
  const place = isById ? 'id' : `(${keyed}, id)`;
  const [source, one] = isList ? [tableOf(field), 'text'] : ['documents', expressionOf(field)];
  // The closest bound of the key is written first: an index starts from it.
  const first = (column: string, value: string, from: string) =>
    `(SELECT ${column} FROM ${source} WHERE ${one} = ${value}${from} AND ${rest.text}
     ORDER BY ${isById ? '' : `${keyed}${way}, `}id${way} LIMIT 1)`;
  const start = after ? ` AND ${place} ${sign} ${isById ? '?' : '(?, ?)'}` : '';
  const next = ` AND ${place} ${sign} ${isById ? 'merged.found' : '(merged.key, merged.found)'}`;
  // Two look-ups in an index cost less than one document. A value without further documents gives a row of nulls.
  const found = (value: string, from: string) =>
    `${isById ? 'NULL' : first(keyed, value, from)}, ${first('id', value, from)}`;
  const times = <Value>(list: readonly Value[]) => (isById ? list : [...list, ...list]);
  return {
    text: `WITH RECURSIVE merged (wanted, key, found) AS (
      SELECT value, ${found('value', start)} FROM json_each(?)
      UNION ALL
      SELECT wanted, ${found('merged.wanted', next)} FROM merged
      WHERE found IS NOT NULL
      ORDER BY 2${way}, 3${way}),
    page AS MATERIALIZED (SELECT ${isList ? 'DISTINCT ' : ''}key, found FROM merged WHERE found IS NOT NULL LIMIT ?)
    SELECT ${columns} FROM page JOIN documents ON documents.id = page.found
    ORDER BY page.key${way}, page.found${way}`,
    values: [
      ...times([...(after ?? []).map(sortable), ...rest.values]),
      JSON.stringify(values),
      ...times(rest.values),
    ],
  };
}

/** The statement that counts the documents of a checked filter, up to `most`, as `count`. */
export function countOf(where: Filter, most?: number): Sql {
  const list = listIn(where);
  if (list) {
    const rest = filterOf(list.where, false);
    return {
      text: `SELECT count(*) AS count FROM (SELECT ${list.values.length > 1 ? 'DISTINCT ' : ''}id FROM ${tableOf(list.field)}
        WHERE text IN (SELECT value FROM json_each(?)) AND ${rest.text} LIMIT ?)`,
      values: [JSON.stringify(list.values), ...rest.values, most ?? -1],
    };
  }
  const { text, values } = filterOf(where, false);
  if (most === undefined) return { text: `SELECT count(*) AS count FROM documents WHERE ${text}`, values };
  return {
    text: `SELECT count(*) AS count FROM (SELECT 1 FROM documents WHERE ${text} LIMIT ?)`,
    values: [...values, most],
  };
}

/** The statement that creates a declared index, extended by the id so that it gives the order of pages. */
export function createIndexOf(index: IndexSpec): { name: string; text: string } {
  const fields = sortFields(index.fields);
  for (const [field] of fields) assertField(field);
  if (index.isList) return listIndexOf(fields[0]?.[0] ?? '');
  const list = (term: (field: string) => string) =>
    fields.map(([field, direction]) => `${term(field)}${direction === 1 ? '' : ' DESC'}`).join(', ');
  const also = index.also ?? [];
  const name = ['by ' + list((field) => field), ...(index.isSparse ? ['sparse'] : []), ...also].join(', ');
  const present = sparseFields(index).map((field) => `${expressionOf(field)} IS NOT NULL`);
  const condition = index.isSparse ? ` WHERE ${present.join(' AND ')}` : '';
  return {
    name,
    text: `CREATE INDEX IF NOT EXISTS "${name}" ON documents (${[list(expressionOf), ...also.map(expressionOf)].join(', ')})${condition}`,
  };
}

/** What the names of the tables for lists begin with. */
export const LISTS = 'list of ';

/** The table with each text of a list, and the id of the document that has it. */
function tableOf(field: string): string {
  return `"${LISTS}${field}"`;
}

/** The statements that create and fill the table for a list, all or none, and the triggers that keep it. */
function listIndexOf(field: string): { name: string; text: string } {
  const table = tableOf(field);
  const textsIn = (body: string) => `json_each(${body}, '$.${field}')`;
  // Not OR IGNORE: in a trigger, the statement that fires it decides what a conflict does.
  const add = `INSERT INTO ${table} SELECT DISTINCT value, new.id FROM ${textsIn('new.body')} WHERE type = 'text'`;
  const remove = `DELETE FROM ${table} WHERE id = old.id AND text IN (SELECT value FROM ${textsIn('old.body')})`;
  const on = (change: string, text: string) =>
    `CREATE TRIGGER "${LISTS}${field}: ${change}" AFTER ${change} ON documents BEGIN ${text}; END;`;
  return {
    name: `${LISTS}${field}`,
    text: `SAVEPOINT list;
      CREATE TABLE ${table} (text TEXT, id TEXT, PRIMARY KEY (text, id)) STRICT, WITHOUT ROWID;
      INSERT OR IGNORE INTO ${table}
        SELECT value, documents.id FROM documents, ${textsIn('body')} WHERE type = 'text' ORDER BY value, documents.id;
      ${on('insert', add)}
      ${on('update', `${remove}; ${add}`)}
      ${on('delete', remove)}
      RELEASE list`,
  };
}

/** The SQL expression for a field. Takes checked names only. */
function expressionOf(field: string): string {
  if (field === '_id') return 'id';
  if (field === '_position') return 'position';
  return `json_extract(body, '$.${field}')`;
}

/** The JSON type of a field: json_extract does not distinguish true from 1. */
function typeOf(field: string): string {
  if (field === '_id') return `'text'`;
  if (field === '_position') return `'integer'`;
  return `json_type(body, '$.${field}')`;
}

/**
 * The condition of a filter. SQLite does not know how values are distributed and rates an index on a boolean as high
 * as one on names. Without a sort order (`sorted`), the condition disables that index, so that SQLite finds a better
 * one.
 */
function filterOf(filter: Filter, sorted: boolean): Sql {
  const parts = (filters: readonly Filter[]) => filters.map((part) => filterOf(part, sorted));
  const conditions = Object.entries(filter).flatMap(([field, condition]) => {
    if (field === '$and') return [all(parts(condition as readonly Filter[]))];
    if (field === '$or') return [any(parts(condition as readonly Filter[]))];
    const comparison =
      condition !== null && typeof condition === 'object' ? condition : { $eq: condition as Scalar };
    return Object.entries(comparison as Comparison).map(([operator, operand]) => {
      const { text, values } = compare(field, operator, operand);
      return { text: sorted || typeof operand !== 'boolean' ? text : `+${text}`, values };
    });
  });
  return all(conditions);
}

function compare(field: string, operator: string, operand: unknown): Sql {
  const expression = expressionOf(field);
  switch (operator) {
    case '$eq':
      return equal(field, operand as Scalar);
    case '$ne':
      return not(equal(field, operand as Scalar));
    case '$in':
      return within(field, operand as readonly Scalar[]);
    case '$prefix':
      return startsWith(field, operand as string);
    case '$contains':
      return ordered(field, operand as string, `instr(${expression}, ?) > 0`);
    default:
      return typeof operand === 'string'
        ? orderedText(field, operator, operand)
        : ordered(field, operand as number, `${expression} ${SIGNS[operator]} ?`);
  }
}

const SIGNS: Readonly<Record<string, string>> = { $lt: '<', $lte: '<=', $gt: '>', $gte: '>=' };

function equal(field: string, value: Scalar): Sql {
  const expression = expressionOf(field);
  if (value === null) return { text: `${expression} IS NULL`, values: [] };
  if (typeof value === 'boolean') {
    // The comparison uses the index; the type distinguishes true from 1.
    return {
      text: `(${expression} = ${Number(value)} AND ${typeOf(field)} = '${String(value)}')`,
      values: [],
    };
  }
  if (typeof value === 'number') {
    return { text: `(${expression} = ? AND ${typeOf(field)} IN ('integer', 'real'))`, values: [value] };
  }
  // Without the type check, SQLite would treat the text '5' as the number 5.
  return field === '_position' ? FALSE : { text: `${expression} = ?`, values: [value] };
}

/** NOT, where an unknown value counts as false. */
function not({ text, values }: Sql): Sql {
  return { text: `coalesce(${text}, 0) = 0`, values };
}

/**
 * Texts, the usual operands, in one list that an index serves; other values one by one. A list of one value keeps the
 * order of the index.
 */
function within(field: string, values: readonly Scalar[]): Sql {
  const [first] = values;
  if (first !== undefined && values.length === 1) return equal(field, first);
  const texts = field === '_position' ? [] : values.filter((value) => typeof value === 'string');
  const others = values.filter((value) => typeof value !== 'string');
  const list: Sql[] =
    texts.length > 0
      ? [
          {
            text: `${expressionOf(field)} IN (SELECT value FROM json_each(?))`,
            values: [JSON.stringify(texts)],
          },
        ]
      : [];
  return any([...list, ...others.map((value) => equal(field, value))]);
}

/** An order comparison, which only applies to values of the operand's type. */
function ordered(field: string, operand: string | number, text: string): Sql {
  const types = typeof operand === 'string' ? `= 'text'` : `IN ('integer', 'real')`;
  return { text: `(${text} AND ${typeOf(field)} ${types})`, values: [operand] };
}

/**
 * A range of texts. SQLite sorts texts after all other values, the empty text first, so the range alone excludes
 * numbers, and an index is enough to count.
 */
function orderedText(field: string, operator: string, operand: string): Sql {
  const expression = expressionOf(field);
  const text = `${expression} ${SIGNS[operator]} ?`;
  if (operator === '$gt' || operator === '$gte') return { text, values: [operand] };
  return { text: `(${text} AND ${expression} >= '')`, values: [operand] };
}

/** From the prefix up to the first text that does not begin with it. */
function startsWith(field: string, prefix: string): Sql {
  const expression = expressionOf(field);
  const end = successorOf(prefix);
  if (end === null) return { text: `${expression} >= ?`, values: [prefix] };
  return { text: `(${expression} >= ? AND ${expression} < ?)`, values: [prefix, end] };
}

/** @param value is left out if it is null */
function compared(field: string, comparison: string, value: Scalar): Sql {
  const values = value === null ? [] : [sortable(value)];
  return { text: `${expressionOf(field)} ${comparison}`, values };
}

/** A value as json_extract returns it. */
function sortable(value: Scalar): string | number | null {
  return typeof value === 'boolean' ? Number(value) : value;
}

function all(conditions: readonly Sql[]): Sql {
  return joined(conditions, ' AND ', TRUE);
}

function any(conditions: readonly Sql[]): Sql {
  return joined(conditions, ' OR ', FALSE);
}

function joined(conditions: readonly Sql[], word: string, none: Sql): Sql {
  const [only] = conditions;
  if (!only) return none;
  if (conditions.length === 1) return only;
  return {
    text: `(${conditions.map(({ text }) => text).join(word)})`,
    values: conditions.flatMap(({ values }) => values),
  };
}
