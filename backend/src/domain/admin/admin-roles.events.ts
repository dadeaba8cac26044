import type { Catalogue } from '../../kernel/event.js';

/** What an admin may do: content and reports; payments and refunds; everything, people and admins included. */
export const ADMIN_ROLES = ['moderator', 'finance', 'owner'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** Who is an admin, in one stream: only there can a rule keep the last owner. */
export interface AdminRolesEvents {
  /** A login got its role. */
  AdminAppointed: { adminId: string; role: AdminRole };
  /** An admin got another role. */
  AdminRoleChanged: { adminId: string; role: AdminRole; reason: string };
  /** An admin may no longer sign in. All sessions have ended. */
  AdminDismissed: { adminId: string; reason: string };
  /** An admin who was dismissed may sign in again. */
  AdminReinstated: { adminId: string; role: AdminRole; reason: string };
}

export const adminRolesEvents: Catalogue<AdminRolesEvents> = {
  AdminAppointed: { version: 1 },
  AdminRoleChanged: { version: 1 },
  AdminDismissed: { version: 1 },
  AdminReinstated: { version: 1 },
};
