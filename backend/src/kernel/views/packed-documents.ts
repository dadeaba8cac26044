import type { BulkDocument } from '../document-store.js';

/** The form in which documents go to another thread. A few large values are copied much faster than many small ones. */
export interface PackedDocuments {
  /** All ids and bodies, one after another. */
  readonly text: string;
  /** For each document the lengths of its id and its body. */
  readonly lengths: Uint32Array;
  readonly positions: Float64Array;
  /** For each document whether it is new and whether it has a body. */
  readonly flags: Uint8Array;
}

const NEW = 1;
const BODY = 2;

export function pack(documents: readonly BulkDocument[]): PackedDocuments {
  const texts: string[] = [];
  const lengths = new Uint32Array(documents.length * 2);
  const positions = new Float64Array(documents.length);
  const flags = new Uint8Array(documents.length);
  for (const [index, { id, position, body, isNew }] of documents.entries()) {
    texts.push(id, body ?? '');
    lengths[index * 2] = id.length;
    lengths[index * 2 + 1] = body?.length ?? 0;
    positions[index] = position;
    flags[index] = (isNew ? NEW : 0) | (body === null ? 0 : BODY);
  }
  return { text: texts.join(''), lengths, positions, flags };
}

export function unpack({ text, lengths, positions, flags }: PackedDocuments): BulkDocument[] {
  let at = 0;
  const next = (length = 0) => {
    at += length;
    return text.slice(at - length, at);
  };
  return Array.from(positions, (position, index) => {
    const id = next(lengths[index * 2]);
    const body = next(lengths[index * 2 + 1]);
    const flag = flags[index] ?? 0;
    return { id, position, body: (flag & BODY) === 0 ? null : body, isNew: (flag & NEW) !== 0 };
  });
}
