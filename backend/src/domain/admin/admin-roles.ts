import { aggregate } from '../../kernel/aggregate.js';
import { noAdmins } from './admin-roles-state.js';
import { appointmentEvents, appointmentFolds, appointmentRules } from './appointments.js';
import { invitationEvents, invitationFolds, invitationRules } from './invitations.js';

/** The only stream of this aggregate is `adminRoles-all`. */
export const ALL_ADMINS = 'all';

/** Who is an admin or may become one, in one stream: only there can a rule keep the last owner. */
export const AdminRoles = aggregate('adminRoles', {
  id: () => ALL_ADMINS,
  initial: noAdmins,
  snapshot: { version: 4, isPersonal: false },
  events: { ...appointmentEvents, ...invitationEvents },
}).rules({
  evolve: { ...appointmentFolds, ...invitationFolds },
  decide: { ...appointmentRules, ...invitationRules },
});
