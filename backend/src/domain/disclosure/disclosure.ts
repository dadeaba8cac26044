import { type Aggregate, type EventOf } from '../../kernel/aggregate.js';
import * as commands from './disclosure.commands.js';
import type { DisclosureEvents } from './disclosure.events.js';

interface DisclosureState {
  readonly isRecorded: boolean;
}

type Decision = EventOf<DisclosureEvents>[];

/** What an admin was shown: one stream for each time. */
export const disclosure: Aggregate<DisclosureState, DisclosureEvents, typeof commands> = {
  category: 'disclosure',
  id: ({ actId }) => actId,
  initial: { isRecorded: false },
  commands,
  decide: {
    DiscloseEmail: (data, { isRecorded }): Decision => (isRecorded ? [] : [{ type: 'EmailDisclosed', data }]),
    DiscloseEmails: (data, { isRecorded }): Decision =>
      isRecorded ? [] : [{ type: 'EmailsDisclosed', data }],
    DiscloseEvent: (data, { isRecorded }): Decision => (isRecorded ? [] : [{ type: 'EventDisclosed', data }]),
  },
  evolve: {
    EmailDisclosed: () => ({ isRecorded: true }),
    EmailsDisclosed: () => ({ isRecorded: true }),
    EventDisclosed: () => ({ isRecorded: true }),
  },
};
