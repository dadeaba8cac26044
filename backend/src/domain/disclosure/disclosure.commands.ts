import type { DisclosureEvents } from './disclosure.events.js';

/** Record that an admin sees an email address, or searches for its account. Comes before the answer. */
export type DiscloseEmail = DisclosureEvents['EmailDisclosed'];

/** Record that an owner gets a list with email addresses. Comes before the answer. */
export type DiscloseEmails = DisclosureEvents['EmailsDisclosed'];

/** Record that an admin sees the personal fields of an event. Comes before the answer. */
export type DiscloseEvent = DisclosureEvents['EventDisclosed'];
