import { aggregate, type EventOf } from '../../kernel/aggregate.js';
import type * as commands from './disclosure.commands.js';
import { disclosureEvents } from './disclosure.events.js';

interface DisclosureState {
  readonly isRecorded: boolean;
}

type Decision = EventOf<typeof disclosureEvents>[];

type Key = commands.DiscloseEmail | commands.DiscloseEmails | commands.DiscloseEvent;

const initial: DisclosureState = { isRecorded: false };

/** What an admin was shown: one stream for each time. */
export const Disclosure = aggregate('disclosure', {
  id: ({ actId }: Key) => actId,
  initial,
  events: disclosureEvents,
}).rules({
  evolve: {
    EmailDisclosed: () => ({ isRecorded: true }),
    EmailsDisclosed: () => ({ isRecorded: true }),
    EventDisclosed: () => ({ isRecorded: true }),
  },
  decide: {
    DiscloseEmail: (data: commands.DiscloseEmail, { isRecorded }): Decision =>
      isRecorded ? [] : [{ type: 'EmailDisclosed', data }],
    DiscloseEmails: (data: commands.DiscloseEmails, { isRecorded }): Decision =>
      isRecorded ? [] : [{ type: 'EmailsDisclosed', data }],
    DiscloseEvent: (data: commands.DiscloseEvent, { isRecorded }): Decision =>
      isRecorded ? [] : [{ type: 'EventDisclosed', data }],
  },
});
