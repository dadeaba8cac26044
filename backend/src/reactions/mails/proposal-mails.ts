import { Injectable } from '@nestjs/common';
import { PROPOSED, refundInWords } from '../../domain/acts/proposed-acts.js';
import { Admin } from '../../domain/admin/admin.js';
import type { ProposalFields } from '../../domain/proposal/proposal-facts.js';
import { Proposal } from '../../domain/proposal/proposal.js';
import { States } from '../../kernel/states.js';
import { type Letters, MailReaction } from './mail-reaction.js';
import { MailSender } from './mail-sender.js';
import { toAllOwners } from './owner-letters.js';
import { Recipients } from './recipients.js';
import { proposalMail } from './texts/proposal-mails.js';

/** Sends all owners with an address the acts that need two people, again when they are rescheduled. */
@Injectable()
export class ProposalMails extends MailReaction {
  constructor(sender: MailSender, recipients: Recipients, states: States) {
    super('proposal-mails', sender, lettersOf(recipients, states));
  }
}

function lettersOf(recipients: Recipients, states: States): Letters {
  const usernameOf = async (adminId: string) => (await states.of(Admin, adminId)).created?.username ?? null;
  const subjectOf = async ({ act, subjectId, refund, email }: ProposalFields, position: number) => {
    if (refund) return refundInWords(refund);
    if (PROPOSED[act].subject === 'address') return email;
    return PROPOSED[act].subject === 'account'
      ? ((await recipients.find(subjectId, position))?.username ?? null)
      : usernameOf(subjectId);
  };
  const letters = async (eventId: string, position: number, proposed: ProposalFields) => {
    const { act, by, dueAt, isDelayed } = proposed;
    const subject = (await subjectOf(proposed, position)) ?? 'a person who is gone';
    const asker = (await usernameOf(by)) ?? 'an owner';
    const facts = { act, subject, asker, dueAt: new Date(dueAt), isDelayed };
    return toAllOwners(states, eventId, (publicUrl) => proposalMail(publicUrl, facts));
  };
  return {
    ActProposed: ({ id, position, data }) => letters(id, position, data),
    ActRescheduled: async ({ id, position, data: { proposalId, isDelayed, dueAt } }) => {
      const state = await states.of(Proposal, proposalId);
      return state && letters(id, position, { ...state.proposed, isDelayed, dueAt });
    },
  };
}
