import { Injectable } from '@nestjs/common';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { type ActKind, isSeenBy } from '../../domain/acts/act-facts.js';
import type { AdminRole } from '../../domain/admin/admin-role.js';
import { type AdminList, equal, filtered } from '../admin-list.js';
import { wholeList } from '../whole-list.js';
import { type ActDocument, acts } from './acts.projection.js';

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
