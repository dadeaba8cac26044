import type { Mail } from '../../../infrastructure/mail/mailer.port.js';

/** The content of a mail, as HTML and as text, and its unsubscribe address. */
export type MailContent = Omit<Mail, 'id' | 'to'>;

export interface Sender {
  /** The site's address, without a trailing slash. */
  readonly publicUrl: string;
  /** The unsubscribe token for the footer and the header; null if the recipient gets no further mails. */
  readonly unsubscribeToken: string | null;
}

/** The screen where a recipient confirms unsubscribing. */
export function unsubscribeScreen({ publicUrl, unsubscribeToken }: Sender): string | null {
  return unsubscribeToken && `${publicUrl}/unsubscribe?token=${unsubscribeToken}`;
}

/** The address that a mail program posts to for one-click unsubscribe (RFC 8058). */
export function oneClickAddress({ publicUrl, unsubscribeToken }: Sender): string | null {
  return unsubscribeToken && `${publicUrl}/api/unsubscribe?token=${unsubscribeToken}`;
}
