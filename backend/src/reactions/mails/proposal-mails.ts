import { admin } from '../../domain/admin/admin.js';
import { ALL_ADMINS, adminRoles } from '../../domain/admin/admin-roles.js';
import type { Proposal } from '../../domain/proposal/proposal.events.js';
import type { Mailer } from '../../infrastructure/mail/mailer.port.js';
import type { States } from '../../kernel/states.js';
import { proposalMail } from './texts/proposal-mails.js';
import type { Reaction } from '../reaction.js';
import type { Recipients } from './recipients.js';

/** The ids of mails have at most 100 characters. */
const ADMIN_DIGITS = 32;

/** What the reaction works with. */
export interface ProposalMailParts {
  readonly mailer: Mailer;
  readonly recipients: Recipients;
  readonly states: Pick<States, 'of'>;
  readonly site: { readonly publicUrl: string };
}

/** Tells all owners with an address of acts that need two people. */
export function proposalMails({ mailer, recipients, states, site }: ProposalMailParts): Reaction {
  const usernameOf = async (adminId: string) => (await states.of(admin, adminId)).created?.username ?? null;
  const subjectOf = async ({ act, subjectId }: Proposal, position: number) =>
    act === 'deletePerson' || act === 'revokeOwner'
      ? ((await recipients.find(subjectId, position))?.username ?? null)
      : usernameOf(subjectId);
  return {
    name: 'proposal-mails',
    // Each mail is its own sequence: a failed mail delays no other.
    sequence: ({ id }) => id,
    on: {
      ActProposed: async ({ id, position, data }) => {
        const subject = (await subjectOf(data, position)) ?? 'a person who is gone';
        const asker = (await usernameOf(data.by)) ?? 'an owner';
        const content = await proposalMail(site.publicUrl, {
          act: data.act,
          subject,
          asker,
          dueAt: new Date(data.dueAt),
          isDelayed: data.isDelayed,
        });
        const { admins } = await states.of(adminRoles, ALL_ADMINS);
        for (const [adminId, { role, isDismissed }] of Object.entries(admins)) {
          if (role !== 'owner' || isDismissed) continue;
          const to = (await states.of(admin, adminId)).created?.email ?? null;
          if (to !== null)
            await mailer.send({ id: `${id}-${adminId.slice(0, ADMIN_DIGITS)}`, to, ...content });
        }
      },
    },
  };
}
