import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { TrailKind } from '../../domain/trail/trail.js';
import type { Projection } from '../../kernel/projection.js';
import { accounts } from '../../projections/accounts/accounts.js';
import { people } from '../../projections/accounts/people.js';
import { leaderboard } from '../../projections/leaderboard/leaderboard.js';
import { moderatedPosts } from '../../projections/moderated-posts.js';
import { payments } from '../../projections/payments/payments.js';
import { reports } from '../../projections/reports.js';
import { standings, weekly } from '../../projections/weekly/weekly.js';
import { Rejected } from '../../kernel/aggregate.js';
import type { Stored } from '../../kernel/document-store.js';
import type { Recorded } from '../../kernel/event.js';
import type { Position } from '../../kernel/event-log.js';
import { Folds } from '../../kernel/folds.js';
import { History } from '../../kernel/history.js';
import { typeIn } from '../../projections/audit/audit-keys.js';
import type { AuditLine } from '../../projections/audit/audit.js';
import { AuditReader } from '../../projections/audit/audit.reader.js';

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

/** How many events are read before other requests get their turn. */
const PAGE = 500;
/** A subject with more events than this is not folded: it would take several seconds. */
const MOST_EVENTS = 100_000;

/** A subject at a position, and after all its events. */
interface Past {
  readonly was: Documents;
  readonly now: Documents;
  /** Its own events that its views fold, oldest first. */
  readonly lines: readonly Stored<AuditLine>[];
  /** Whether an event could not be read or folded, as in the views. */
  readonly isIncomplete: boolean;
}

/**
 * Folds the documents of a subject as of a position: from its own events, which the audit view finds, through the folds of
 * the views.
 */
@Injectable()
export class PastSubjects {
  constructor(
    private readonly audit: AuditReader,
    private readonly history: History,
    private readonly folds: Folds,
  ) {}

  /**
   * @param isFolded leaves out the events of other types
   * @throws Rejected (invalid) for a subject with too many events, EventLogUnavailableError
   */
  async of(
    kind: AsOfKind,
    id: string,
    at: Position,
    isFolded: (type: string) => boolean = () => true,
  ): Promise<Past> {
    const { about, views, hasOthers } = PAST_SUBJECTS[kind];
    const heard = new Set(views.flatMap(({ on }) => Object.keys(on)));
    const all = await this.audit.linesAbout({ kind: about, id }, MOST_EVENTS + 1);
    if (all.length > MOST_EVENTS) {
      throw new Rejected(
        'invalid',
        `This has more than ${MOST_EVENTS} events. Look at the audit trail instead.`,
      );
    }
    const lines = all.filter((line) => heard.has(typeIn(line)) && isFolded(typeIn(line)));
    const folds = views.map((view) => ({
      name: view.name,
      fold: this.folds.of(view, hasOthers ? undefined : (documentId) => documentId === id),
    }));
    const documents = () => new Map(folds.map(({ name, fold }) => [name, fold.documents()]));
    let isReadable = true;
    const add = async (page: readonly Stored<AuditLine>[]) => {
      const found = await this.history.at(page.map(({ _position }) => _position));
      const events = page.flatMap(({ _position }) => found.get(_position) ?? []).filter(isRecorded);
      isReadable &&= events.length === page.length;
      for (const { fold } of folds) fold.add(events);
      await nextTurn();
    };
    const split = lines.findIndex(({ _position }) => _position > at);
    const until = split < 0 ? lines.length : split;
    for (let first = 0; first < until; first += PAGE)
      await add(lines.slice(first, Math.min(first + PAGE, until)));
    const was = documents();
    for (let first = until; first < lines.length; first += PAGE) await add(lines.slice(first, first + PAGE));
    const isIncomplete = !isReadable || folds.some(({ fold }) => fold.parked > 0);
    return { was, now: documents(), lines, isIncomplete };
  }
}

function isRecorded(event: object): event is Recorded {
  return 'metadata' in event;
}
