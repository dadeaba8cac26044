import { Command } from '../../kernel/aggregate.js';
import type { AdminRole } from './admin-roles.events.js';

/** Give a new login its role. */
export class AppointAdmin extends Command<{ adminId: string; role: AdminRole }> {}

/** Give an admin another role. `by` is the admin who decides it. */
export class ChangeAdminRole extends Command<{
  adminId: string;
  role: AdminRole;
  by: string;
  reason: string;
}> {}

/** Keep an admin from signing in. `by` is the admin who decides it. */
export class DismissAdmin extends Command<{ adminId: string; by: string; reason: string }> {}

/** Let a dismissed admin sign in again, with the role from before. */
export class ReinstateAdmin extends Command<{ adminId: string; by: string; reason: string }> {}
