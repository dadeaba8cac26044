import { Injectable } from '@nestjs/common';
import { admin } from '../../domain/admin/admin.js';
import { ALL_ADMINS, adminRoles } from '../../domain/admin/admin-roles.js';
import type { Proposal } from '../../domain/proposal/proposal.events.js';
import { States } from '../../kernel/states.js';
import { type Letters, MailReaction } from './mail-reaction.js';
import { type Letter, MailSender, toAddress } from './mail-sender.js';
import { Recipients } from './recipients.js';
import { proposalMail } from './texts/proposal-mails.js';

/** The ids of mails have at most 100 characters. */
const ADMIN_DIGITS = 32;

/** Sends all owners with an address the acts that need two people. */
@Injectable()
export class ProposalMails extends MailReaction {
  constructor(sender: MailSender, recipients: Recipients, states: States) {
    super('proposal-mails', sender, lettersOf(recipients, states));
  }
}

function lettersOf(recipients: Recipients, states: States): Letters {
  const createdAs = async (adminId: string) => (await states.of(admin, adminId)).created;
  const usernameOf = async (adminId: string) => (await createdAs(adminId))?.username ?? null;
  const subjectOf = async ({ act, subjectId }: Proposal, position: number) =>
    act === 'deletePerson' || act === 'revokeOwner'
      ? ((await recipients.find(subjectId, position))?.username ?? null)
      : usernameOf(subjectId);
  return {
    ActProposed: async ({ id, position, data }) => {
      const { act, isDelayed } = data;
      const subject = (await subjectOf(data, position)) ?? 'a person who is gone';
      const asker = (await usernameOf(data.by)) ?? 'an owner';
      const facts = { act, subject, asker, dueAt: new Date(data.dueAt), isDelayed };
      const { admins } = await states.of(adminRoles, ALL_ADMINS);
      const letters: Letter[] = [];
      for (const [adminId, { role, isDismissed }] of Object.entries(admins)) {
        if (role !== 'owner' || isDismissed) continue;
        const address = (await createdAs(adminId))?.email ?? null;
        const own = { id: `${id}-${adminId.slice(0, ADMIN_DIGITS)}` };
        letters.push(toAddress(address, ({ publicUrl }) => proposalMail(publicUrl, facts), own));
      }
      return letters;
    },
  };
}
