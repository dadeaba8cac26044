import { Injectable } from '@nestjs/common';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import type { AdminList } from '../admin-list.js';
import { type ActDocument, type ActKind, acts } from './acts.projection.js';

export const ACT_SORTS = ['createdAt', '-createdAt'] as const;

/** Which acts a list shows; what is not given does not matter. */
export interface ActFilters {
  readonly subjectId?: string | undefined;
  readonly ownerId?: string | undefined;
  readonly adminId?: string | undefined;
  readonly kind?: ActKind | undefined;
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

  list(filters: ActFilters, sort: (typeof ACT_SORTS)[number]): AdminList<ActDocument> {
    const { subjectId, ownerId, adminId, kind } = filters;
    const conditions: readonly [string, string | undefined, (act: ActDocument) => string | null][] = [
      ['subject.id', subjectId, ({ subject }) => subject.id],
      ['ownerId', ownerId, (act) => act.ownerId],
      ['adminId', adminId, (act) => act.adminId],
      ['kind', kind, (act) => act.kind],
    ];
    const [first, ...rest] = conditions.filter(([, wanted]) => wanted !== undefined);
    return {
      view: this.acts,
      where: first ? { [first[0]]: first[1] } : {},
      sort: { field: 'at', direction: sort === 'createdAt' ? 1 : -1 },
      fits: rest.length === 0 ? null : (act) => rest.every(([, wanted, valueIn]) => valueIn(act) === wanted),
    };
  }
}
