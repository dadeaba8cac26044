import type { AdminProposal } from '../../src/api/admin/proposals.service.js';
import { ProposalDeadlines } from '../../src/reactions/timers/proposal-deadlines.js';
import { letOwnersAge, newAdmin, signedInAdmin } from './admins.js';
import type { AppInUse } from './app.js';
import { DESK, type Desk, type Id } from './desk.js';
import { settled } from './settled.js';

const HOUR = 60 * 60_000;
const PROPOSALS = `${DESK}/proposals`;

/** Acts that need two people, on a site whose first owner is Olga, before each test. */
export function useOwners(app: AppInUse) {
  const signedIn: { olga?: Desk } = {};
  const olga = (): Desk => {
    if (!signedIn.olga) throw new Error('Olga has not signed in');
    return signedIn.olga;
  };
  const signInOlga = async () => {
    signedIn.olga = await signedInAdmin(app, 'olga');
  };
  beforeEach(async () => {
    await newAdmin(app, 'olga', 'owner', 'olga@example.org');
    await signInOlga();
  });
  const listed = async (query = '') => (await olga().get<AdminProposal[]>(`${PROPOSALS}${query}`)).body;
  const statusOf = async (id: string) => (await listed()).find((one) => one.id === id)?.status;
  return {
    olga,
    /** Creates owners who may confirm acts. All of them, Olga included, have signed in. */
    async owners<Names extends readonly string[]>(...names: Names) {
      const created: [string, string][] = [];
      for (const name of names) {
        created.push([name, await newAdmin(app, name, 'owner', `${name}@example.org`)]);
      }
      letOwnersAge(app);
      await signInOlga();
      const found = await Promise.all(
        created.map(async ([name, id]) => ({ id, browser: await signedInAdmin(app, name) })),
      );
      return found as { [Index in keyof Names]: { readonly id: string; readonly browser: Desk } };
    },
    askToDelete: (accountId: Id) =>
      olga().delete<AdminProposal>(`${DESK}/users/${accountId}`, {
        reason: 'abuse',
        note: 'Again and again.',
      }),
    withdraw: (id: string, by: Desk) => by.post<AdminProposal>(`${PROPOSALS}/${id}/withdraw`),
    listed,
    statusOf,
    /** Expects this status once everything so far is processed. */
    async reached(id: string, status: AdminProposal['status']) {
      await settled(app);
      expect(await statusOf(id)).toBe(status);
    },
    settle: () => app.server.get(ProposalDeadlines, { strict: false }).settle(),
    async waitOut(days = 1) {
      app.clock.advance(days * 24 * HOUR);
      await signInOlga();
    },
  };
}
