import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type Composed, jsonOf } from './public-answer.js';

/** Smaller bodies are not compressed. */
const SMALLEST_COMPRESSED = 4096;
/** How many bodies are compressed at once; meanwhile others are sent as they are. */
const COMPRESSED_AT_ONCE = 2;
const BROTLI_QUALITY = 5;
const MOST_KNOWN_ACCEPTS = 200;

type Coding = 'br' | 'gzip';

const COMPRESS: Readonly<Record<Coding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body) => promisify(gzip)(body),
};

/** An answer in one coding, with the headers that are its own. */
export interface Representation {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

let compressing = 0;

/** What an answer says from one change to the next, in each coding that was asked for. */
export class AnswerState {
  readonly plain: Representation;
  private readonly coded = new Map<Coding, Representation>();
  private readonly tag: string;
  private readonly headers: Readonly<Record<string, string>>;
  private readonly holds: (() => boolean) | undefined;

  /** @param endsAt when it ends by itself, in milliseconds; null if it does not */
  constructor(
    { body, headers = {}, holds }: Composed,
    private readonly endsAt: number | null,
  ) {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(jsonOf(body));
    this.holds = holds;
    this.tag = hash('sha256', bytes, 'base64url').slice(0, 22);
    this.headers = {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, no-cache',
      vary: 'Accept-Encoding',
      ...headers,
    };
    this.plain = this.represent(bytes, null);
  }

  /** Whether it has ended by itself. */
  isOver(now: number): boolean {
    return (this.endsAt !== null && now >= this.endsAt) || this.holds?.() === false;
  }

  /** The size of its bodies, in bytes. */
  get size(): number {
    return [this.plain, ...this.coded.values()].reduce((sum, { body }) => sum + body.length, 0);
  }

  /** In the best coding that a client accepts. A promise only while that is made. */
  accepted(accept: string | undefined): Representation | Promise<Representation> {
    const { plain } = this;
    if (!accept || plain.body.length < SMALLEST_COMPRESSED) return plain;
    const coding = codingOf(accept);
    if (coding === null) return plain;
    return this.coded.get(coding) ?? (compressing < COMPRESSED_AT_ONCE ? this.compress(coding) : plain);
  }

  private async compress(coding: Coding): Promise<Representation> {
    compressing += 1;
    try {
      const coded = this.represent(await COMPRESS[coding](this.plain.body), coding);
      this.coded.set(coding, coded);
      return coded;
    } finally {
      compressing -= 1;
    }
  }

  private represent(body: Buffer, coding: Coding | null): Representation {
    const etag = `"${this.tag}${coding === null ? '' : `-${coding}`}"`;
    const length = String(body.length);
    const ofCoding = coding === null ? {} : { 'content-encoding': coding };
    return { body, etag, headers: { ...this.headers, ...ofCoding, etag, 'content-length': length } };
  }
}

const codings = new LRUCache<string, { readonly coding: Coding | null }>({ max: MOST_KNOWN_ACCEPTS });

/** The coding for a header `Accept-Encoding`; null for none. */
function codingOf(accept: string): Coding | null {
  let known = codings.get(accept);
  if (!known) codings.set(accept, (known = { coding: bestCoding(accept) }));
  return known.coding;
}

function bestCoding(accept: string): Coding | null {
  const weights = new Map(
    accept.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return [name, Number(weight)] as const;
    }),
  );
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0;
  const [br, zip] = [weightOf('br'), weightOf('gzip')];
  if (br > 0 && br >= zip) return 'br';
  return zip > 0 ? 'gzip' : null;
}

/** Whether a header `If-None-Match` names a representation. */
export function isNamed(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
