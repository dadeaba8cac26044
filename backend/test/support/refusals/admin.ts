import { adminBrowser } from '../admins.js';
import { type AppInUse, unique } from '../app.js';
import type { Refusals } from './refusal.js';

const owner = async (app: AppInUse) => {
  const desk = await adminBrowser(app, unique('olga'), 'owner');
  return { desk, id: (await desk.self()).body.id };
};
const ownRole = {
  status: 403,
  body: { code: 'forbidden', message: 'You cannot change your own role.' },
} as const;

export const adminRefusals: Refusals = {
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
};
