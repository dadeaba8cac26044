import { Injectable } from '@nestjs/common';
import type { AdminRole } from '../../domain/admin/admin-role.js';
import type { Stored } from '../../kernel/document-store.js';
import type { ActDocument } from '../../projections/acts.js';
import { Admins } from '../http/admins.js';
import { Act } from './acts.contract.js';

@Injectable()
export class ShownActs {
  constructor(private readonly admins: Admins) {}

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
}
