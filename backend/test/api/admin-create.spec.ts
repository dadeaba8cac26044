import { Admins } from '../../src/api/http/admins.js';
import { AdminRoles } from '../../src/domain/admin/admin-roles.js';
import { newAdmin, signedInAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { send } from '../support/posts.js';

describe('creating an admin again after a crash', () => {
  const app = useOwnApp('not shared yet');
  const idOf = (username: string) => app.server.get(Admins, { strict: false }).idOf(username);

  it('completes a login that got its role only', async () => {
    await send(app, AdminRoles.AppointAdmin({ adminId: idOf('olga'), role: 'owner' }));
    await newAdmin(app, 'olga', 'owner');
    expect((await signedInAdmin(app, 'olga')).cookies.size).toBeGreaterThan(0);
  });

  it('is rejected once the login is complete', async () => {
    await newAdmin(app, 'oskar', 'moderator');
    await expect(newAdmin(app, 'oskar', 'moderator')).rejects.toThrow('This username is taken.');
  });
});
