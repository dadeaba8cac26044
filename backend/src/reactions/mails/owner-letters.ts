import { Admin } from '../../domain/admin/admin.js';
import { ALL_ADMINS, AdminRoles } from '../../domain/admin/admin-roles.js';
import type { States } from '../../kernel/states.js';
import { type LetterToAddress, toAddress } from './mail-sender.js';
import type { MailContent } from './texts/mail-content.js';

/** The ids of mails have at most 100 characters. */
const ADMIN_DIGITS = 32;

/** A mail to each owner with an address, and to those of `others`: admins by id, and whether they get one. */
export async function toAllOwners(
  states: States,
  eventId: string,
  write: (publicUrl: string) => Promise<MailContent>,
  others: Readonly<Record<string, boolean>> = {},
): Promise<(LetterToAddress & { readonly id: string })[]> {
  const { admins } = await states.of(AdminRoles, ALL_ADMINS);
  const letters = [];
  for (const [adminId, { role, isDismissed }] of Object.entries(admins)) {
    if (!(others[adminId] ?? (role === 'owner' && !isDismissed))) continue;
    const { created } = await states.of(Admin, adminId);
    const id = `${eventId}-${adminId.slice(0, ADMIN_DIGITS)}`;
    letters.push({ ...toAddress(created?.email ?? null, ({ publicUrl }) => write(publicUrl)), id });
  }
  return letters;
}
