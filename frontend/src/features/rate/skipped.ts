import * as v from 'valibot';
import { text } from '../../api/draft-storage.ts';
import { parseJson } from '../../api/user-storage.ts';
import { readStored, writeStored } from '../../lib/storage.ts';

const KEY = 'skippedPhotos';
const storage = (): Storage => localStorage;
const KEPT_MS = 7 * 24 * 60 * 60_000;
/** How many photos a call may leave out. */
export const MOST_LEFT_OUT = 300;

/** The ends of their ids, and which account skipped them: null for a visitor. */
const schema = v.array(v.object({ photo: text, by: v.nullable(text), at: v.number() }));

/** How the call for photos names one that must not come. */
export function shortId(postId: string): string {
  return postId.slice(-12);
}

function readSkipped(): v.InferOutput<typeof schema> {
  const now = Date.now();
  const all = parseJson(schema, readStored(storage, KEY) ?? '[]') ?? [];
  return all.filter(({ at }) => now - at < KEPT_MS);
}

/** Skips are no events: only this browser remembers them. */
export function noteSkipped(postId: string, by: string | null): void {
  const skipped = [...readSkipped(), { photo: shortId(postId), by, at: Date.now() }];
  writeStored(storage, KEY, JSON.stringify(skipped.slice(-MOST_LEFT_OUT)));
}

/** What this person has skipped, and visitors before; of everybody in this browser while it is not known who asks. */
export function skippedBy(account: string | null | undefined): string[] {
  return readSkipped()
    .filter(({ by }) => account === undefined || by === null || by === account)
    .map(({ photo }) => photo);
}
