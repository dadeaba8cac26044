import type { Mail } from '../../infrastructure/mail/mailer.port.js';

/** What a mail says, in both its parts, and the address by which its reader stops such mails. */
export type Letter = Omit<Mail, 'id' | 'to'>;

/** What every letter is told besides its own news. */
export interface Sender {
  /** What links begin with, without a slash at the end. */
  readonly publicUrl: string;
  /** The token that stops mails, which the footer and the head carry; null for whoever gets no further ones. */
  readonly unsubscribeToken: string | null;
}

/** The screen where a reader sees what stops, and stops it. */
export function unsubscribeScreen({ publicUrl, unsubscribeToken }: Sender): string | null {
  return unsubscribeToken && `${publicUrl}/unsubscribe?token=${unsubscribeToken}`;
}

/** The address that a mail program posts to when its own button is pressed (RFC 8058). */
export function oneClickAddress({ publicUrl, unsubscribeToken }: Sender): string | null {
  return unsubscribeToken && `${publicUrl}/api/unsubscribe?token=${unsubscribeToken}`;
}
