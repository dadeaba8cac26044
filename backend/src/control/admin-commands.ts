import type { INestApplicationContext } from '@nestjs/common';
import { AdminCredentials } from '../api/admin/admin-credentials.service.js';
import { AdminEntry } from '../api/http/admin-entry.js';
import type { AdminRole } from '../domain/admin/admin-roles.events.js';
import { causedBy, systemRun } from '../kernel/causation.js';
import { Ids } from '../kernel/clock.js';
import type { OperatorCommands } from './control-socket.js';

export interface NewAdmin {
  readonly username: string;
  readonly role: AdminRole;
  readonly email: string | null;
  readonly password: string;
}

/** The commands of operators about admins: `admin-create` takes the JSON of a {@link NewAdmin}. */
export function adminCommands(app: INestApplicationContext): OperatorCommands {
  const find = { strict: false };
  const credentials = app.get(AdminCredentials, find);
  const ids = app.get(Ids, find);
  const entry = app.get(AdminEntry, find);
  return {
    'admin-create': async ([json = '{}']) => {
      const login = JSON.parse(json) as NewAdmin;
      await causedBy(systemRun('operator', ids.uuid()), () => credentials.create(login));
      return [`The ${login.role} ${login.username} can sign in now, at ${entry.loginPath}`];
    },
  };
}
