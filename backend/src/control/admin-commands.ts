import type { INestApplicationContext } from '@nestjs/common';
import { AdminCredentials } from '../api/admin/admin-credentials.service.js';
import { AdminResets } from '../api/admin/admin-resets.service.js';
import { AdminEntry } from '../api/http/admin-entry.js';
import { AdminRole } from '../domain/admin/admin-role.js';
import { causedBy, operator } from '../kernel/causation.js';
import { Ids } from '../kernel/clock.js';
import { type TypeOf, nullable, object, text } from '../kernel/field.js';
import type { OperatorCommands } from './control-socket.js';
import { sentJson } from './sent-json.js';

export const NewAdmin = object({
  username: text,
  role: AdminRole,
  email: nullable(text),
  password: text,
});
export type NewAdmin = TypeOf<typeof NewAdmin>;

/**
 * The commands of operators about admins: `admin-create` takes the JSON of a {@link NewAdmin}, `admin-dismiss` and
 * `admin-reset` take a username.
 */
export function adminCommands(app: INestApplicationContext): OperatorCommands {
  const find = { strict: false };
  const credentials = app.get(AdminCredentials, find);
  const ids = app.get(Ids, find);
  const entry = app.get(AdminEntry, find);
  const resets = app.get(AdminResets, find);
  const asOperator = <Result>(work: () => Promise<Result>) => {
    const id = ids.uuid();
    return causedBy({ actor: operator(), requestId: null, correlationId: id, causationId: id }, work);
  };
  return {
    'admin-create': async ([json = '']) => {
      const login = sentJson(NewAdmin, json);
      await asOperator(() => credentials.create(login));
      return [`${login.username} can sign in now (${login.role}), at ${entry.loginPath}`];
    },
    'admin-dismiss': async ([username = '']) => {
      await asOperator(() => resets.dismiss(username));
      return [`${username} is dismissed: they cannot sign in any more.`];
    },
    'admin-reset': async ([username = '']) => {
      const link = await asOperator(() => resets.reset(username));
      return [
        `${username} cannot sign in before this link has set a new password. It works once, for 24 hours:`,
        link,
      ];
    },
  };
}
