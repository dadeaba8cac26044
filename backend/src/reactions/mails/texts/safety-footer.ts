import type { Words } from './render-mail.js';

/** The footer of mails about account safety, which are sent even if the owner has switched mails off. */
export const SAFETY = {
  reason: 'You get this mail because it is about the safety of your account at Footnote.',
  stop: 'Stop all mails except those about your account’s safety',
} satisfies Pick<Words, 'reason' | 'stop'>;
