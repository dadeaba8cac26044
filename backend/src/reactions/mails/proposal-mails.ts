import { Injectable } from '@nestjs/common';
import { PROPOSED, refundInWords } from '../../domain/acts/proposed-facts.js';
import { admin } from '../../domain/admin/admin.js';
import type { Proposal } from '../../domain/proposal/proposal.events.js';
import { States } from '../../kernel/states.js';
import { type Letters, MailReaction } from './mail-reaction.js';
import { MailSender } from './mail-sender.js';
import { toAllOwners } from './owner-letters.js';
import { Recipients } from './recipients.js';
import { proposalMail } from './texts/proposal-mails.js';

/** Sends all owners with an address the acts that need two people. */
@Injectable()
export class ProposalMails extends MailReaction {
  constructor(sender: MailSender, recipients: Recipients, states: States) {
    super('proposal-mails', sender, lettersOf(recipients, states));
  }
}

function lettersOf(recipients: Recipients, states: States): Letters {
  const usernameOf = async (adminId: string) => (await states.of(admin, adminId)).created?.username ?? null;
  const subjectOf = async ({ act, subjectId, refund }: Proposal, position: number) => {
    if (refund) return refundInWords(refund);
    return PROPOSED[act].subject === 'account'
      ? ((await recipients.find(subjectId, position))?.username ?? null)
      : usernameOf(subjectId);
  };
  return {
    ActProposed: async ({ id, position, data }) => {
      const { act, isDelayed } = data;
      const subject = (await subjectOf(data, position)) ?? 'a person who is gone';
      const asker = (await usernameOf(data.by)) ?? 'an owner';
      const facts = { act, subject, asker, dueAt: new Date(data.dueAt), isDelayed };
      return toAllOwners(states, id, (publicUrl) => proposalMail(publicUrl, facts));
    },
  };
}
