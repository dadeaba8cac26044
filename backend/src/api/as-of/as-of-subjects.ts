import type { TrailKind } from '../../domain/trail/trail.js';
import type { Projection } from '../../kernel/projection.js';
import { accounts } from '../../projections/accounts/accounts.js';
import { people } from '../../projections/accounts/people.js';
import { leaderboard } from '../../projections/leaderboard/leaderboard.js';
import { moderatedPosts } from '../../projections/moderated-posts.js';
import { payments } from '../../projections/payments/payments.js';
import { reports } from '../../projections/reports.js';
import { standings, weekly } from '../../projections/weekly/weekly.js';

/** What can be seen as it was. */
export const AS_OF_KINDS = ['post', 'person', 'boost', 'payment', 'report', 'week'] as const;
export type AsOfKind = (typeof AS_OF_KINDS)[number];

interface PastSubject {
  /** The events about this kind, with the same id, are all that its documents are folded from. */
  readonly about: TrailKind;
  /** The views with its documents. */
  readonly views: readonly Projection<object>[];
  /** Without it, only the documents with its own id belong to it. */
  readonly hasOthers?: true;
}

/** A boost is a part of the document of its payment. */
export const PAST_SUBJECTS: Readonly<Record<AsOfKind, PastSubject>> = {
  post: { about: 'post', views: [leaderboard, moderatedPosts] },
  person: { about: 'person', views: [accounts, people] },
  boost: { about: 'payment', views: [payments] },
  payment: { about: 'payment', views: [payments] },
  report: { about: 'report', views: [reports] },
  week: { about: 'week', views: [weekly, standings], hasOthers: true },
};

/** Documents by the name of their view and their id. */
export type Documents = ReadonlyMap<string, ReadonlyMap<string, object>>;

/** The document of a view; null if it does not exist. */
export function documentIn<Document extends object>(
  documents: Documents,
  { name }: Projection<Document>,
  id: string,
): Document | null {
  return (documents.get(name)?.get(id) as Document | undefined) ?? null;
}

/** All documents of a view. */
export function documentsIn<Document extends object>(
  documents: Documents,
  { name }: Projection<Document>,
): readonly Document[] {
  return [...((documents.get(name) as ReadonlyMap<string, Document> | undefined)?.values() ?? [])];
}
