import type { Words } from './write-letter.js';

/** The footer of letters about the safety of an account, which go out whatever its owner has switched off. */
export const SAFETY = {
  reason: 'You get this mail because it is about the safety of your account at Footnote.',
  stop: 'Stop all mails but those about your account’s safety',
} satisfies Pick<Words, 'reason' | 'stop'>;
