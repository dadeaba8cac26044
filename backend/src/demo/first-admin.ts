import { randomBytes } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { AdminCredentials } from '../api/admin/admin-credentials.service.js';
import { AdminEntry } from '../api/http/admin-entry.js';
import { Admins } from '../api/http/admins.js';
import { causedBy } from '../kernel/causation.js';

const USERNAME = 'demo';
const PASSWORD_BYTES = 12;

/**
 * Creates an owner of the back office if it has no admin yet. Returns how to sign in: the password is random, not stored
 * readably, and shown only here. Null if there is an admin.
 */
export async function firstAdmin(app: INestApplicationContext): Promise<string | null> {
  const find = { strict: false };
  if ((await app.get(Admins, find).all()).length > 0) return null;
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const causation = {
    actor: { kind: 'system' as const, id: 'demo' },
    requestId: null,
    correlationId: 'demo',
    causationId: 'demo',
  };
  await causedBy(causation, () =>
    app.get(AdminCredentials, find).create({ username: USERNAME, email: null, password, role: 'owner' }),
  );
  const { loginPath } = app.get(AdminEntry, find);
  return `The back office: ${loginPath}, username ${USERNAME}, password ${password} (shown only this once)`;
}
