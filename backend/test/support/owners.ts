import type { AdminProposal } from '../../src/api/admin/proposals.service.js';
import { Admins } from '../../src/api/http/admins.js';
import { AdminRoles } from '../../src/domain/admin/admin-roles.js';
import { ProposalDeadlines } from '../../src/reactions/timers/proposal-deadlines.js';
import { letOwnersAge, newAdmin, signedInAdmin } from './admins.js';
import { type AppInUse, unique } from './app.js';
import { DESK, type Desk, type Id } from './desk.js';
import { send } from './posts.js';
import { someone } from './roles.js';
import { settled } from './settled.js';

const HOUR = 60 * 60_000;
const PROPOSALS = `${DESK}/proposals`;

/** Dismisses an owner, as after two owners have decided it. */
export async function dismissOwner(app: AppInUse, adminId: string): Promise<void> {
  await send(app, AdminRoles.DismissAdmin({ adminId, by: someone(), reason: 'Left.', isConfirmed: true }));
}

/** Acts that need two people, on a site whose only owner is Olga before each test, and where no act waits. */
export function useOwners(app: AppInUse) {
  const self = { name: '', id: '', desk: app.desk() };
  const signInOlga = async () => {
    self.desk = await signedInAdmin(app, self.name);
  };
  const create = async (name: string) => {
    const username = unique(name);
    const id = await newAdmin(app, username, 'owner', `${username}@example.org`);
    return { name: username, id };
  };
  const olga = (): Desk => self.desk;
  const listed = async (query = '') => (await olga().get<AdminProposal[]>(`${PROPOSALS}${query}`)).body;
  const withdraw = (id: string, by: Desk) => by.post<AdminProposal>(`${PROPOSALS}/${id}/withdraw`);
  beforeEach(async () => {
    Object.assign(self, await create('olga'));
    for (const { id, role, isDismissed } of await app.server.get(Admins, { strict: false }).all()) {
      if (id !== self.id && role === 'owner' && !isDismissed) await dismissOwner(app, id);
    }
    await signInOlga();
    for (const { id } of await listed('?status=open')) await withdraw(id, olga());
  });
  const one = async (id: string) => (await listed()).find((proposal) => proposal.id === id);
  return {
    olga,
    self,
    /** Creates owners who may confirm acts. All of them, Olga included, have signed in. */
    async owners<Names extends readonly string[]>(...names: Names) {
      const created: { name: string; id: string }[] = [];
      for (const name of names) created.push(await create(name));
      letOwnersAge(app);
      await signInOlga();
      const found = await Promise.all(
        created.map(async (owner) => ({ ...owner, browser: await signedInAdmin(app, owner.name) })),
      );
      return found as { [Index in keyof Names]: (typeof found)[number] };
    },
    askToDelete: (accountId: Id) =>
      olga().delete<AdminProposal>(`${DESK}/users/${accountId}`, {
        reason: 'abuse',
        note: 'Again and again.',
      }),
    withdraw,
    listed,
    one,
    /** Expects this status once everything so far is processed. */
    async reached(id: string, status: AdminProposal['status']) {
      await settled(app);
      expect((await one(id))?.status).toBe(status);
    },
    settle: () => app.server.get(ProposalDeadlines, { strict: false }).settle(),
    async waitOut(days = 1) {
      app.clock.advance(days * 24 * HOUR);
      await signInOlga();
    },
  };
}
