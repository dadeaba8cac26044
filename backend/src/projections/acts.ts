import { Injectable } from '@nestjs/common';
import { ACT_KINDS, type ActKind, rowOf, isSeenBy } from '../domain/acts/acts.js';
import type { ActUndone, SubjectKind } from '../domain/acts/act.js';
import { type DomainEvents, wholeCatalogue } from '../domain/events.js';
import type { Catalogue, Recorded } from '../kernel/event.js';
import { type EventFold, Views } from '../kernel/projection.js';
import { type Projection, projection } from './projection.js';
import type { Stored, ViewReader } from '../kernel/document-store.js';
import type { AdminRole } from '../domain/admin/admin-role.js';
import { type AdminList, equal, filtered } from './admin-list.js';
import { wholeList } from './whole-list.js';

/** What an admin did to content, people or payments, under the id of the act. */
export interface ActDocument {
  readonly kind: ActKind;
  readonly subject: { readonly kind: SubjectKind; readonly id: string };
  /** Whom it concerns; null for a picture on the block list. */
  readonly ownerId: string | null;
  /** The admin; null if the server itself did it. */
  readonly adminId: string | null;
  readonly at: string;
  readonly reason: string | null;
  /** For the person concerned, or for other admins if there is none; null once the key has been destroyed. */
  readonly note: string | null;
  readonly undone: Undone | null;
  /** Set if the act, or the undoing of it, concerns the admin who asked for it. */
  readonly own: Own | null;
  /** When its time is over, while it waits because of that. */
  readonly waitsUntil: string | null;
  /** Why it was not done when its decision was carried out; null if it was done. */
  readonly refused: string | null;
  /** Why it was not undone when its appeal was granted; null for no problem. */
  readonly undoRefused: string | null;
}

/** Where an act stands that concerns the admin who asked for it. One that is due is being carried out. */
export const OWN_ACT_STATUSES = ['waiting', 'withdrawn', 'lapsed', 'due', 'refused', 'done'] as const;
export type OwnActStatus = (typeof OWN_ACT_STATUSES)[number];

interface Own {
  readonly isUndo: boolean;
  readonly status: OwnActStatus;
  readonly dueAt: string;
}

/** Whether an act was done, undone or not. Others were refused, or their admin still waits, or waited in vain. */
export function isDone({ refused, own }: Pick<ActDocument, 'refused' | 'own'>): boolean {
  return refused === null && (own === null || own.isUndo || own.status === 'done');
}

interface Undone {
  readonly at: string;
  readonly by: string | null;
  readonly because: string | null;
}

export const acts = projection<ActDocument>({
  name: 'acts',
  version: 10,
  ofLiving: (act, isErased) => {
    const { kind, ownerId, adminId, note, undone } = act;
    const { undo } = rowOf(kind);
    const isOfErased = (type: string, by: string | null) => isErased(personOf(type, { ownerId, by }));
    const isGone = undone && undo.event && isOfErased(undo.event, undone.by);
    return {
      ...act,
      note: isOfErased(kind, adminId) ? null : note,
      undone: isGone ? { ...undone, because: null } : undone,
    };
  },
  indexes: [
    { fields: { at: 1 } },
    { fields: { 'subject.id': 1, at: 1 } },
    { fields: { ownerId: 1, at: 1 } },
    { fields: { adminId: 1, at: 1 } },
    { fields: { kind: 1, at: 1 } },
    { fields: { waitsUntil: 1 } },
  ],
  on: {
    ...(Object.fromEntries(ACT_KINDS.flatMap(foldsOf)) as Projection<ActDocument>['on']),
    ActRefused: {
      ids: ({ data }) => [data.actId],
      fold: (before, { data: { kind, isUndo, subjectId: id, ownerId, adminId, problem }, metadata }) => {
        if (isUndo) return before && { ...withOwn(before, 'refused'), undoRefused: problem };
        if (before) return { ...withOwn(before, 'refused'), refused: problem };
        const act = kind as ActKind;
        const subject = { kind: rowOf(act).subject, id };
        const how = { adminId, at: metadata.at, reason: null, note: null };
        return { kind: act, subject, ownerId, ...how, ...OPEN, refused: problem };
      },
    },
    OwnActAsked: {
      ids: ({ data }) => [data.actId],
      fold: (
        before,
        { data: { kind: type, isUndo, subjectId: id, ownerId, adminId, reason, dueAt }, metadata },
      ) => {
        const own = { isUndo, status: 'waiting', dueAt } as const;
        if (before || isUndo) return before && { ...before, own, waitsUntil: dueAt };
        const kind = type as ActKind;
        const subject = { kind: rowOf(kind).subject, id };
        return {
          kind,
          subject,
          ownerId,
          adminId,
          at: metadata.at,
          reason,
          note: null,
          ...OPEN,
          own,
          waitsUntil: dueAt,
        };
      },
    },
    OwnActWithdrawn: ownBecoming('withdrawn'),
    OwnActLapsed: ownBecoming('lapsed'),
    OwnActDue: ownBecoming('due'),
  },
});

/** With whose key the texts of an event are sealed, that of the admin or of whom the act concerns; null without one. */
function personOf(
  type: string,
  { ownerId, by }: { readonly ownerId: string | null; readonly by: string | null },
): string | null {
  const { personal } = (wholeCatalogue as Catalogue)[type] ?? {};
  if (!personal) return null;
  return personal.subject === 'adminId' ? by : ownerId;
}

/** Of an act that was neither undone nor refused, and that concerns nobody in the back office. */
const OPEN = { undone: null, own: null, waitsUntil: null, refused: null, undoRefused: null } as const;

function ownBecoming<Type extends 'OwnActWithdrawn' | 'OwnActLapsed' | 'OwnActDue'>(
  status: OwnActStatus,
): EventFold<ActDocument, Type, DomainEvents[Type]> {
  return {
    ids: ({ data }) => [data.actId],
    fold: (before) => before && withOwn(before, status),
  };
}

function withOwn(act: ActDocument, status: OwnActStatus): ActDocument {
  return act.own ? { ...act, own: { ...act.own, status }, waitsUntil: null } : act;
}

const UUID_LENGTH = 36;

/** The post that an act is about, or that a report or a rating is about; null for other acts. */
export function postOf({ subject: { kind, id } }: Pick<ActDocument, 'subject'>): string | null {
  // The id of a report or a rating begins with that of the post.
  return kind === 'post' || kind === 'report' || kind === 'rating' ? id.slice(0, UUID_LENGTH) : null;
}

type Fold = readonly [type: string, fold: object];

/** How an act begins and ends. Acts that share the event that undoes them share its fold. */
function foldsOf(kind: ActKind): readonly Fold[] {
  const { undo } = rowOf(kind);
  return undo.event === null ? [beginning(kind)] : [beginning(kind), ending(undo)];
}

function beginning(kind: ActKind): Fold {
  const { subject, isByAdmin, of } = rowOf(kind);
  const done = ({ data, metadata }: Recorded) =>
    isByAdmin && adminIn(metadata) === null ? null : of(data as never);
  const ids = (event: Recorded) => {
    const act = done(event);
    return act ? [act.actId] : [];
  };
  const fold = (before: ActDocument | null, event: Recorded): ActDocument | null => {
    const act = done(event);
    // A suspension by a strike is part of it.
    if (!act || (before && isDone(before))) return before;
    const { subjectId: id, ownerId, reason, note } = act;
    const { metadata } = event;
    const how = { adminId: adminIn(metadata), at: metadata.at, reason, note };
    return {
      kind,
      subject: { kind: subject, id },
      ownerId,
      ...how,
      ...OPEN,
      own: before?.own ? { ...before.own, status: 'done' } : null,
    };
  };
  return [kind, { ids, fold }];
}

type Undoing = Extract<ReturnType<typeof rowOf>['undo'], { readonly event: string }>;

function ending({ event: type, isByAdmin, of }: Undoing): Fold {
  const undone = ({ data }: Recorded): ActUndone => of(data as never);
  const ids = (event: Recorded) => [undone(event).actId];
  const fold = (before: ActDocument | null, event: Recorded): ActDocument | null => {
    const { at } = event.metadata;
    const by = adminIn(event.metadata);
    const isOther = before === null || rowOf(before.kind).undo.event !== type;
    if (isOther || (isByAdmin && by === null)) return before;
    const after = before.own?.isUndo && before.own.status === 'due' ? withOwn(before, 'done') : before;
    return { ...after, undone: { at, by, because: undone(event).because } };
  };
  return [type, { ids, fold }];
}

function adminIn({ actor }: Recorded['metadata']): string | null {
  return actor.kind === 'admin' ? actor.id : null;
}

export const ACT_SORTS = ['createdAt', '-createdAt'] as const;

/** Which acts a list shows; what is not given does not matter. */
export interface ActFilters {
  readonly subjectId?: string | undefined;
  readonly ownerId?: string | undefined;
  readonly adminId?: string | undefined;
  readonly kind?: ActKind | undefined;
  /** Only those that admins with this role may see. */
  readonly seenBy?: AdminRole;
}

/** How many acts on one subject are read. */
const MOST_ON_SUBJECT = 200;

@Injectable()
export class ActsReader {
  private readonly acts: ViewReader<ActDocument>;

  constructor(views: Views) {
    this.acts = views.of(acts);
  }

  /** An act, undone or not; null if the id is unknown. */
  one(actId: string): Promise<Stored<ActDocument> | null> {
    return this.acts.get(actId);
  }

  /** Acts by id, undone or not. */
  byIds(actIds: readonly string[]): Promise<ReadonlyMap<string, Stored<ActDocument>>> {
    return this.acts.getMany(actIds);
  }

  /** The acts on one post, comment or account, newest first, {@link MOST_ON_SUBJECT} at most. */
  on(subjectId: string): Promise<readonly Stored<ActDocument>[]> {
    return this.acts.find({ where: { 'subject.id': subjectId }, sort: { at: -1 }, limit: MOST_ON_SUBJECT });
  }

  /** The latest act on each of these subjects, if it concerns the admin who did it. */
  async ownOn(subjectIds: readonly string[]): Promise<ReadonlyMap<string, Stored<ActDocument>>> {
    const where = { 'subject.id': { $in: subjectIds } };
    const found = subjectIds.length > 0 ? await wholeList(this.acts, where, { at: 1 }) : [];
    const latest = new Map(found.map((act) => [act.subject.id, act]));
    return new Map([...latest].filter(([, { own }]) => own !== null));
  }

  /** Those that wait because they concern their admin, and whose time is over at `now`. */
  ownDue(now: Date): Promise<readonly Stored<ActDocument>[]> {
    return wholeList(this.acts, { waitsUntil: { $lte: now.toISOString() } }, { waitsUntil: 1 });
  }

  list(
    { subjectId, ownerId, adminId, kind, seenBy }: ActFilters,
    sort: (typeof ACT_SORTS)[number],
  ): AdminList<ActDocument> {
    return filtered(
      {
        name: 'acts',
        view: this.acts,
        sort: { field: 'at', direction: sort === 'createdAt' ? 1 : -1, type: 'time' },
      },
      [
        subjectId !== undefined && {
          where: { 'subject.id': subjectId },
          fits: ({ subject }) => subject.id === subjectId,
        },
        ...equal<ActDocument>({ ownerId, adminId, kind }),
        seenBy !== undefined && seenBy !== 'owner' && { fits: (act) => isSeenBy(seenBy, act.kind) },
      ],
    );
  }
}
