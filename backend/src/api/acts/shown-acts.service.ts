import { Injectable } from '@nestjs/common';
import type { AdminRole } from '../../domain/admin/admin-role.js';
import type { Stored } from '../../kernel/document-store.js';
import { PeopleReader } from '../../projections/accounts/people.js';
import { type ActDocument, ActsReader } from '../../projections/acts.js';
import { ModeratedPostsReader } from '../../projections/moderated-posts.js';
import type { ReportDocument } from '../../projections/reports.js';
import { Admins } from '../http/admins.js';
import { Act } from './acts.contract.js';
import { AdminReport } from './reports.contract.js';

@Injectable()
export class ShownActs {
  constructor(
    private readonly admins: Admins,
    private readonly people: PeopleReader,
    private readonly posts: ModeratedPostsReader,
    private readonly ownActs: ActsReader,
  ) {}

  /** Acts as an admin with this role sees them. */
  async of(acts: readonly Stored<ActDocument>[], role: AdminRole): Promise<Act[]> {
    const names = await this.names(acts.flatMap(({ adminId, undone }) => [adminId, undone?.by ?? null]));
    return acts.map((act) => new Act(act, names, role));
  }

  /** The names of these admins, by id. Ids may repeat, and may be null. */
  async names(adminIds: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(adminIds.filter((id) => id !== null))];
    const names = await Promise.all(ids.map((id) => this.admins.nameOf(id)));
    return new Map(ids.flatMap((id, index) => (names[index] ? [[id, names[index]]] : [])));
  }

  /** Reports with names and posts. */
  async reports(found: readonly Stored<ReportDocument>[]): Promise<AdminReport[]> {
    const admins = found.flatMap(({ assigneeId, decision, notes }) => [
      assigneeId,
      decision?.adminId ?? null,
      ...notes.map(({ adminId }) => adminId),
    ]);
    const [people, posts, names, own] = await Promise.all([
      this.people.byIds(found.flatMap(({ ownerId, reporterId }) => [ownerId, reporterId])),
      this.posts.byIds(found.map(({ subjectId }) => subjectId)),
      this.names(admins),
      this.ownActs.ownOn(found.map(({ _id }) => _id)),
    ]);
    return found.map((one) => new AdminReport(one, { people, posts, names, own }));
  }
}
