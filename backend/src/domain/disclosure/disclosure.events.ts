import { type EventsOf, event } from '../../kernel/event.js';
import { type TypeOf, id, named, nullable, oneOf, optional, text } from '../../kernel/field.js';

/** Whose data it is: of a person of the site, of an admin's login, or of somebody who was invited to have one. */
export const DataHolder = named('DataHolder', oneOf('account', 'admin', 'invitation'));
export type DataHolder = TypeOf<typeof DataHolder>;

/** What `subjectId` stands for. */
const holders = { by: 'holder', kinds: { account: 'person', admin: 'admin', invitation: 'invitation' } };

/** Personal data that an admin asked to see. */
export const disclosureEvents = {
  /**
   * An admin was shown an email address, which lists mask, or searched for the account with an address. `subjectId` is null if
   * no account has it.
   */
  EmailDisclosed: event(
    {
      actId: id,
      holder: DataHolder,
      subjectId: nullable(id),
    },
    '{actor} looked up the email address of {subjectId?nobody with an account}.',
    {
      subjectId: holders,
      actId: 'act',
    },
  ),
  /** An owner downloaded a list of people with their email addresses. */
  EmailsDisclosed: event(
    {
      actId: id,
      list: text,
    },
    '{actor} downloaded the list {list|words} with email addresses.',
    { actId: 'act' },
  ),
  /**
   * An admin was shown the personal fields of an event, which the audit trail masks. `holder` and `subjectId` say whose they are;
   * they are missing for an event without such fields, and in early events.
   */
  EventDisclosed: event(
    {
      actId: id,
      eventId: id,
      type: text,
      holder: optional(DataHolder),
      subjectId: optional(id),
    },
    '{actor} looked at what is personal in the event {eventId} ({type|words}).',
    { subjectId: holders, actId: 'act' },
  ),
};

export type DisclosureEvents = EventsOf<typeof disclosureEvents>;
