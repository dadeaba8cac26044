import { Injectable } from '@nestjs/common';
import { PROPOSED, refundInWords } from '../../domain/acts/proposed-acts.js';
import { Admin } from '../../domain/admin/admin.js';
import type { ProposalFields } from '../../domain/proposal/proposal-facts.js';
import { Proposal } from '../../domain/proposal/proposal.js';
import { States } from '../../kernel/states.js';
import { type Letters, MailReaction } from './mail-reaction.js';
import { MailSender, toAllOwners } from './mail-sender.js';
import { Recipients } from './recipients.js';
import { writtenMoment } from './texts/written-dates.js';

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
    const { act, by, isDelayed } = proposed;
    const subject = (await subjectOf(proposed, position)) ?? 'a person who is gone';
    const asker = (await usernameOf(by)) ?? 'an owner';
    const until = writtenMoment(proposed.dueAt);
    const { how, ...words } = isDelayed
      ? {
          subject: 'An act takes effect in 24 hours',
          preview: `On ${until}, unless an owner withdraws it.`,
          heading: 'An act takes effect soon',
          how: `Nobody else may confirm this now. So it takes effect on ${until}, unless an owner whom it is not about withdraws it before.`,
        }
      : {
          subject: 'An act needs a second owner',
          preview: `Until ${until}.`,
          how: `Another owner, of 24 hours or more, can confirm it until ${until}. Nothing happens before that. Every owner whom it is not about can withdraw it.`,
        };
    return toAllOwners(states, eventId, {
      ...words,
      lines: [`${asker} asked to ${PROPOSED[act].asked(subject)}.`, how],
      button: ['Look at it', '/rtm-sys/admins'],
      footer: 'unstoppable',
    });
  };
  return {
    ActProposed: ({ id, position, data }) => letters(id, position, data),
    ActRescheduled: async ({ id, position, data: { proposalId, isDelayed, dueAt } }) => {
      const state = await states.of(Proposal, proposalId);
      return state && letters(id, position, { ...state.proposed, isDelayed, dueAt });
    },
  };
}
