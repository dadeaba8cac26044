import type { TrailKind } from '../../domain/trail/trail.js';

/** What a fact says: words, a time in ISO 8601, or the id of something, whose name is looked up. */
export type FactValue =
  | { readonly text: string }
  | { readonly time: string }
  | { readonly kind: TrailKind | 'admin'; readonly id: string };

/** The facts of a document by their names, in the order in which they are shown. Null: nothing to say. */
export type Facts = Readonly<Record<string, FactValue | null>>;

export const text = (value: string | number | null): FactValue | null =>
  value === null || value === '' ? null : { text: String(value) };

/** A code, such as `partly refunded` or `charged-back`, as words. */
export const words = (code: string | null): FactValue | null => text(code?.replaceAll('-', ' ') ?? null);

export const time = (at: string | null): FactValue | null => (at === null ? null : { time: at });

export const thing = (kind: TrailKind, id: string | null): FactValue | null =>
  id === null ? null : { kind, id };

export const yesOrNo = (value: boolean): FactValue => ({ text: value ? 'yes' : 'no' });
