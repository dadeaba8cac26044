import { INVALID_INVITATION } from '../../../src/domain/admin/invitations.js';
import { adminBrowser } from '../admins.js';
import { type AppInUse, unique } from '../app.js';
import { ADMIN_PASSWORD, DESK } from '../desk.js';
import { registered } from '../people.js';
import { type Refusal, type Refusals, UNKNOWN } from './refusal.js';

const owner = async (app: AppInUse) => {
  const desk = await adminBrowser(app, unique('olga'), 'owner');
  return { desk, id: (await desk.self()).body.id };
};
const ownRole = {
  status: 403,
  body: { code: 'forbidden', message: 'You cannot change your own role.' },
} as const;

/** What an owner is told about an id that nothing has. */
const UNKNOWN_IDS: Readonly<Record<string, string>> = {
  'DELETE /api/rtm-sys/admins/invitations/{id}': 'Invitation not found',
  'POST /api/rtm-sys/admins/invitations/{id}/email': 'There is no email address.',
  'POST /api/rtm-sys/admins/{id}/reinstate': 'Admin not found',
  'DELETE /api/rtm-sys/admins/{id}/sessions': 'Admin not found',
  'DELETE /api/rtm-sys/users/{id}/sessions': 'User not found',
  'POST /api/rtm-sys/payments/parked-events/{id}/dismiss': `There is no event ${UNKNOWN}.`,
  'POST /api/rtm-sys/payments/reconciliation/{id}/observe': 'There is no such comparison.',
  'POST /api/rtm-sys/reactions/{name}/retry': 'There is no such reaction.',
};

const ofUnknownIds = Object.entries(UNKNOWN_IDS).map(([route, message]): [string, Refusal] => {
  const [method = '', path = ''] = route.split(' ');
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ reason: 'A test.', objectId: 'ch_1' });
  const call: Refusal['call'] = async (app) =>
    (await owner(app)).desk.request(method, path.replace(/\{\w+\}/, UNKNOWN), { headers, body });
  return [route, { refused: 'an unknown id', call, status: 404, body: { code: 'not_found', message } }];
});

export const adminRefusals: Refusals = {
  ...Object.fromEntries(ofUnknownIds),
  'PUT /api/rtm-sys/admins/{id}/role': {
    refused: 'AdminRoles.ChangeAdminRole: the own role',
    call: async (app) => {
      const { desk, id } = await owner(app);
      return desk.changeRole(id, 'finance', 'New duties.');
    },
    ...ownRole,
  },
  'POST /api/rtm-sys/admins/{id}/dismiss': {
    refused: 'AdminRoles.DismissAdmin: the own login',
    call: async (app) => {
      const { desk, id } = await owner(app);
      return desk.dismiss(id);
    },
    ...ownRole,
  },
  'PATCH /api/rtm-sys/users/{id}': {
    refused: 'a person whose address is not verified',
    call: async (app) => {
      const { user } = await registered(app, `${unique('ann')}@example.org`);
      return (await owner(app)).desk.setAdmin(user.id, true);
    },
    status: 409,
    body: { code: 'conflict', message: 'This person has not verified their email address.' },
  },
  'POST /api/rtm-sys/invitations/accept': {
    refused: 'a token that is not ours',
    call: (app) => app.desk().accept('made-up', unique('moe'), ADMIN_PASSWORD),
    status: 400,
    body: { code: 'invalid', message: INVALID_INVITATION },
  },
  'POST /api/rtm-sys/projections/{name}/roll-back': {
    refused: 'a view that was never rebuilt',
    call: async (app) =>
      (await owner(app)).desk.post(`${DESK}/projections/appeals/roll-back`, { reason: 'A test.' }),
    status: 409,
    body: { code: 'conflict', message: 'There is no generation of this view to roll back to.' },
  },
};
