import { aggregate } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, type TypeOf, id, named, nullable, oneOf, optional, text } from '../../kernel/field.js';

/** Whose data it is: of a person of the site, of an admin's login, or of somebody who was invited to have one. */
export const DataHolder = named('DataHolder', oneOf('account', 'admin', 'invitation'));
export type DataHolder = TypeOf<typeof DataHolder>;

/** What `subjectId` stands for. */
const holders = { by: 'holder', kinds: { account: 'person', admin: 'admin', invitation: 'invitation' } };

const ofEmail = { actId: id, holder: DataHolder, subjectId: nullable(id) };
const ofList = { actId: id, list: text };
const ofEvent = {
  actId: id,
  eventId: id,
  type: text,
  holder: optional(DataHolder),
  subjectId: optional(id),
};

/** Personal data that an admin was shown: one stream for each time. */
export const Disclosure = aggregate('disclosure', {
  id: ({ actId }: { readonly actId: string }) => actId,
  initial: { isRecorded: false },
  events: {
    /**
     * An admin was shown an email address, which lists mask, or searched for the account with an address. `subjectId` is null if
     * no account has it.
     */
    EmailDisclosed: event(
      ofEmail,
      '{actor} looked up the email address of {subjectId?nobody with an account}.',
      { subjectId: holders, actId: 'act' },
    ),
    /** An owner downloaded a list of people with their email addresses. */
    EmailsDisclosed: event(ofList, '{actor} downloaded the list {list|words} with email addresses.', {
      actId: 'act',
    }),
    /**
     * An admin was shown the personal fields of an event, which the audit trail masks. `holder` and `subjectId` say whose they are;
     * they are missing for an event without such fields, and in early events.
     */
    EventDisclosed: event(
      ofEvent,
      '{actor} looked at what is personal in the event {eventId} ({type|words}).',
      { subjectId: holders, actId: 'act' },
    ),
  },
}).rules({
  evolve: {
    EmailDisclosed: () => ({ isRecorded: true }),
    EmailsDisclosed: () => ({ isRecorded: true }),
    EventDisclosed: () => ({ isRecorded: true }),
  },
  decide: {
    /** Record that an admin sees an email address, or searches for its account. Comes before the answer. */
    DiscloseEmail: (data: DataOf<typeof ofEmail>, { isRecorded }) =>
      isRecorded ? [] : [{ type: 'EmailDisclosed', data }],
    /** Record that an owner gets a list with email addresses. Comes before the answer. */
    DiscloseEmails: (data: DataOf<typeof ofList>, { isRecorded }) =>
      isRecorded ? [] : [{ type: 'EmailsDisclosed', data }],
    /** Record that an admin sees the personal fields of an event. Comes before the answer. */
    DiscloseEvent: (data: DataOf<typeof ofEvent>, { isRecorded }) =>
      isRecorded ? [] : [{ type: 'EventDisclosed', data }],
  },
});
