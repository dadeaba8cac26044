import { type TypeOf, named, oneOf } from '../../kernel/field.js';

/** What an admin may do: content and reports; payments and refunds; everything, people and admins included. */
export const ADMIN_ROLES = ['moderator', 'finance', 'owner'] as const;
export const AdminRole = named('AdminRole', oneOf(...ADMIN_ROLES));
export type AdminRole = TypeOf<typeof AdminRole>;
