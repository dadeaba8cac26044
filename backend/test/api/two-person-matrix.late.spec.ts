import type { AdminProposal } from '../../src/api/admin/proposals.service.js';
import { letOwnersAge, newAdmin, signedInAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { ADMIN_PASSWORD, DESK, type Desk } from '../support/desk.js';
import { verified } from '../support/people.js';

const ACTS = ['deletePerson', 'inviteOwner', 'makeOwner', 'dismissOwner', 'changeOwnerRole'] as const;
const ASKERS = ['moderator', 'finance', 'owner'] as const;
const CONFIRMERS = ['moderator', 'finance', 'owner', 'new owner', 'asker', 'subject'] as const;
/** Whose browser is used: their own, that of the one who asked, or their own without the cookie that names it. */
const BROWSERS = ['own', 'shared', 'unknown'] as const;

type Act = (typeof ACTS)[number];
type Confirmer = (typeof CONFIRMERS)[number];

/** Who confirms which acts as their subject: only admins confirm anything. */
const ABOUT_OWNERS: ReadonlySet<Act> = new Set<Act>(['dismissOwner', 'changeOwnerRole']);

const cases = ACTS.flatMap((act) =>
  CONFIRMERS.filter((confirmer) => confirmer !== 'subject' || ABOUT_OWNERS.has(act)).flatMap((confirmer) =>
    BROWSERS.map((browser) => ({ act, confirmer, browser })),
  ),
);

describe('acts that need two people', () => {
  const app = useOwnApp('not shared yet');
  let made = 0;

  beforeAll(async () => {
    for (const role of ASKERS) await newAdmin(app, role, role);
    await newAdmin(app, 'second', 'owner');
    letOwnersAge(app);
    await newAdmin(app, 'newcomer', 'owner');
  });

  /** The usernames of those who try to confirm. */
  const usernameOf: Record<Exclude<Confirmer, 'subject'>, string> = {
    moderator: 'moderator',
    finance: 'finance',
    owner: 'second',
    'new owner': 'newcomer',
    asker: 'owner',
  };

  /** Asks for an act about somebody new. Returns the answer, and the subject's username if it is an admin. */
  const ask = async (act: Act, asker: Desk) => {
    made += 1;
    const name = `subject${made}`;
    if (act === 'deletePerson') {
      const { user } = await verified(app, `${name}@example.org`);
      const why = { reason: 'abuse', note: '' };
      return { asked: await asker.delete<AdminProposal>(`${DESK}/users/${user.id}`, why), name };
    }
    if (act === 'inviteOwner') {
      const invitation = { email: `${name}@example.org`, role: 'owner' };
      return { asked: await asker.post<AdminProposal>(`${DESK}/admins/invitations`, invitation), name };
    }
    const id = await newAdmin(app, name, act === 'makeOwner' ? 'moderator' : 'owner');
    if (act === 'dismissOwner') return { asked: await asker.dismiss(id), name };
    return { asked: await asker.changeRole(id, act === 'makeOwner' ? 'owner' : 'finance', 'A test.'), name };
  };

  it.each(ACTS.flatMap((act) => ASKERS.map((asker) => ({ act, asker }))))(
    '$act is asked for by $asker',
    async ({ act, asker }) => {
      const { asked } = await ask(act, await signedInAdmin(app, asker));
      const granted = act === 'inviteOwner' ? 201 : 202;
      expect(asked.status).toBe(asker === 'owner' ? granted : 403);
    },
  );

  it.each(cases)(
    '$act is confirmed by: $confirmer, browser: $browser',
    async ({ act, confirmer, browser }) => {
      const asker = await signedInAdmin(app, 'owner');
      const { asked, name } = await ask(act, asker);
      const username = confirmer === 'subject' ? name : usernameOf[confirmer];
      const desk = await signedInAdmin(
        app,
        username,
        ADMIN_PASSWORD,
        browser === 'shared' ? asker : app.desk(),
      );
      if (browser === 'unknown') desk.cookies.delete('admin-browser');
      const { status, body } = await desk.confirm(asked.body.id);
      const isSecond = confirmer === 'owner';
      expect(status).toBe(isSecond && browser === 'own' ? 200 : 403);
      // Who may not confirm at all is not sent to another browser.
      expect(body.code).toBe(isSecond ? (browser === 'own' ? undefined : 'other_browser') : 'forbidden');
    },
  );
});
