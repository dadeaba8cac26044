import { Injectable } from '@nestjs/common';
import { hidingId } from '../domain/account/sanctions.js';
import { ACT_KINDS, type ActKind, isSeenBy, rowOf } from '../domain/acts/acts.js';
import { type ActDone, SUBJECT_KINDS } from '../domain/acts/act.js';
import type { AdminRole } from '../domain/admin/admin-role.js';
import { wholeCatalogue } from '../domain/events.js';
import type { Stored } from '../kernel/document-store.js';
import type { Catalogue, Recorded } from '../kernel/event.js';
import { type TypeOf, flag, id, nullable, object, oneOf, text, time } from '../kernel/field.js';
import { type AdminList, type Filters, equal, filtered } from './admin-list.js';
import { listedBy, readerOf, view } from './view.js';

/** Where an act stands that concerns the admin who asked for it. One that is due is being carried out. */
export const OWN_ACT_STATUSES = ['waiting', 'withdrawn', 'lapsed', 'due', 'refused', 'done'] as const;
export type OwnActStatus = (typeof OWN_ACT_STATUSES)[number];

/** What an admin did to content, people or payments, under the id of the act. */
const Act = object({
  kind: oneOf(...ACT_KINDS),
  subject: object({ kind: oneOf(...SUBJECT_KINDS), id }),
  /** The post that it is about, or that its comment, report or rating is about: a legal hold hides both. */
  postId: nullable(id),
  /** Whom it concerns; null for a picture on the block list. */
  ownerId: nullable(id),
  /** The admin; null if the server itself did it. */
  adminId: nullable(id),
  at: time,
  reason: nullable(text),
  /** For the person concerned, or for other admins if there is none; null once the key has been destroyed. */
  note: nullable(text),
  undone: nullable(object({ at: time, by: nullable(id), because: nullable(text) })),
  /** Set if the act, or the undoing of it, concerns the admin who asked for it. */
  own: nullable(object({ isUndo: flag, status: oneOf(...OWN_ACT_STATUSES), dueAt: time })),
  /** When its time is over, while it waits because of that. */
  waitsUntil: nullable(time),
  /** Why it was not done when its decision was carried out; null if it was done. */
  refused: nullable(text),
  /** Why it was not undone when its appeal was granted; null for no problem. */
  undoRefused: nullable(text),
});
export type ActDocument = TypeOf<typeof Act>;

/** Whether an act was done, undone or not. Others were refused, or their admin still waits, or waited in vain. */
export function isDone({ refused, own }: Pick<ActDocument, 'refused' | 'own'>): boolean {
  return refused === null && (own === null || own.isUndo || own.status === 'done');
}

const UNDOINGS = ACT_KINDS.map((kind) => rowOf(kind).undo).filter((undo) => undo.event !== null);

/** The types of the events that undo acts; several kinds of acts share one. */
export const UNDO_TYPES = [...new Set(UNDOINGS.map(({ event }) => event))];

export const acts = view('acts', {
  version: 11,
  document: Act,
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
  indexes: [...listedBy('at', 'subject.id', 'ownerId', 'adminId', 'kind'), 'waitsUntil'],
})
  .createdBy(doneId, ACT_KINDS, (before, _, { at }, __, event) => {
    const done = doneBy(event);
    // A suspension by a strike is part of it.
    if (!done || (before && isDone(before))) return before;
    const { subjectId, postId, ownerId, reason, note } = done;
    const act = begun(event.type, subjectId, { postId, ownerId, adminId: adminIn(event), at, reason, note });
    return { ...act, own: before?.own ? { ...before.own, status: 'done' } : null };
  })
  // Acts that share the event that undoes them share this fold.
  .changedBy(undoneId, UNDO_TYPES, (act, data, { at }, _, event) => {
    const { undo } = rowOf(act.kind);
    const by = adminIn(event);
    if (undo.event === null || !isUndoneBy(act.kind, event)) return act;
    const after = act.own?.isUndo && act.own.status === 'due' ? withOwn(act, 'done') : act;
    return { ...after, undone: { at, by, because: undo.of(data as never).because } };
  })
  .createdBy('actId', {
    ActRefused: (before, { kind, isUndo, subjectId, ownerId, adminId, problem }, { at }) => {
      if (isUndo) return before && { ...withOwn(before, 'refused'), undoRefused: problem };
      if (before) return { ...withOwn(before, 'refused'), refused: problem };
      return {
        ...begun(kind, subjectId, { ownerId, adminId, at, reason: null, note: null }),
        refused: problem,
      };
    },
    OwnActAsked: (before, { kind, isUndo, subjectId, ownerId, adminId, reason, dueAt }, { at }) => {
      const own = { isUndo, status: 'waiting', dueAt } as const;
      if (before || isUndo) return before && { ...before, own, waitsUntil: dueAt };
      return {
        ...begun(kind, subjectId, { ownerId, adminId, at, reason, note: null }),
        own,
        waitsUntil: dueAt,
      };
    },
  })
  .changedBy('actId', {
    OwnActWithdrawn: (act) => withOwn(act, 'withdrawn'),
    OwnActLapsed: (act) => withOwn(act, 'lapsed'),
    OwnActDue: (act) => withOwn(act, 'due'),
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

/** An act that was neither undone nor refused, and that concerns nobody in the back office. */
function begun(
  kind: string,
  subjectId: string,
  {
    postId,
    ...facts
  }: Pick<ActDocument, 'ownerId' | 'adminId' | 'at' | 'reason' | 'note'> & {
    readonly postId?: string | null | undefined;
  },
): ActDocument {
  const of = kind as ActKind;
  const subject = { kind: rowOf(of).subject, id: subjectId };
  const open = { undone: null, own: null, waitsUntil: null, refused: null, undoRefused: null };
  return {
    kind: of,
    subject,
    postId: postId === undefined ? postNamedBy(subject) : postId,
    ...facts,
    ...open,
  };
}

/** What an event says of the act that it is; null if it is no act. */
export function doneBy(event: Recorded): ActDone | null {
  const { isByAdmin, of } = rowOf(event.type as ActKind);
  return isByAdmin && adminIn(event) === null ? null : of(event.data as never);
}

/** Whether an event undoes acts of this kind. */
export function isUndoneBy(kind: ActKind, event: Recorded): boolean {
  const { undo } = rowOf(kind);
  return undo.event === event.type && !(undo.isByAdmin && adminIn(event) === null);
}

/** The id of the act that an event is; null if it is none. */
export function doneId(_: object, event: Recorded): string | null {
  const done = doneBy(event);
  return done && done.actId;
}

/** The act that an event undoes; null for any other event. */
export function undoneId(data: object, { type }: Recorded): string | null {
  const undo = UNDOINGS.find(({ event }) => event === type);
  return undo ? undo.of(data as never).actId : null;
}

function withOwn(act: ActDocument, status: OwnActStatus): ActDocument {
  return act.own ? { ...act, own: { ...act.own, status }, waitsUntil: null } : act;
}

const UUID_LENGTH = 36;

/** The post that the id of a subject names; null for another subject. A report may be about a comment or a profile. */
export function postNamedBy({ kind, id: of }: ActDocument['subject']): string | null {
  // The id of a report or a rating begins with that of the post.
  return kind === 'post' || kind === 'report' || kind === 'rating' ? of.slice(0, UUID_LENGTH) : null;
}

function adminIn({ metadata: { actor } }: Recorded): string | null {
  return actor.kind === 'admin' ? actor.id : null;
}

export const ACT_SORTS = ['createdAt', '-createdAt'] as const;

interface ActFilters extends Filters<ActDocument, 'ownerId' | 'adminId' | 'kind'> {
  readonly subjectId?: string | undefined;
  /** Only those that admins with this role may see. */
  readonly seenBy?: AdminRole;
}

/** How many acts on one subject are read. */
const MOST_ON_SUBJECT = 200;

@Injectable()
export class ActsReader extends readerOf(acts) {
  /** Acts by id, undone or not. */
  byIds(actIds: readonly string[]): Promise<ReadonlyMap<string, Stored<ActDocument>>> {
    return this.documents.getMany(actIds);
  }

  /** The acts on one post, comment or account, newest first, {@link MOST_ON_SUBJECT} at most. */
  on(subjectId: string): Promise<readonly Stored<ActDocument>[]> {
    return this.all({ 'subject.id': subjectId }, { at: -1 }, MOST_ON_SUBJECT);
  }

  /** Whether this act hides a post because its owner is suspended. */
  async isBySuspension({ actId, postId, ownerId }: Readonly<Record<'actId' | 'postId' | 'ownerId', string>>) {
    return (await this.on(ownerId)).some(({ _id: suspensionId }) => hidingId(suspensionId, postId) === actId);
  }

  /** The latest act on each of these subjects, if it concerns the admin who did it. */
  async ownOn(subjectIds: readonly string[]): Promise<ReadonlyMap<string, Stored<ActDocument>>> {
    const where = { 'subject.id': { $in: subjectIds } };
    const found = subjectIds.length > 0 ? await this.all(where, { at: 1 }) : [];
    const latest = new Map(found.map((act) => [act.subject.id, act]));
    return new Map([...latest].filter(([, { own }]) => own !== null));
  }

  /** Those that wait because they concern their admin, and whose time is over at `now`. */
  ownDue(now: Date): Promise<readonly Stored<ActDocument>[]> {
    return this.all({ waitsUntil: { $lte: now.toISOString() } }, { waitsUntil: 1 });
  }

  list(
    { subjectId, ownerId, adminId, kind, seenBy }: ActFilters,
    sort: (typeof ACT_SORTS)[number],
  ): AdminList<ActDocument> {
    return filtered(
      {
        name: 'acts',
        view: this.documents,
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
