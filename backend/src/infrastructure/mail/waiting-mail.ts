import type { Mail } from './mailer.port.js';

/** A mail that the server refused for now. */
export interface WaitingMail {
  readonly mail: Mail;
  /** When it was tried first. */
  readonly since: Date;
  /** How often it was tried. */
  readonly tries: number;
  /** From when on it is to be tried again. */
  readonly dueAt: Date;
}

const MINUTE = 60_000;
const LONGEST_PAUSE = 60 * MINUTE;
/** The links in mails are worth nothing after that, and news are none. */
const PATIENCE = 24 * 60 * MINUTE;

/** A mail that was tried for the first time just now. */
export function firstRefused(mail: Mail, now: Date): WaitingMail {
  return { mail, since: now, tries: 1, dueAt: new Date(now.getTime() + MINUTE) };
}

/**
 * The same mail after one more try: each pause is twice the one before, an hour at most. Null when 24 hours have passed
 * since the first try; the last one is made just then.
 */
export function refusedAgain(waiting: WaitingMail, now: Date): WaitingMail | null {
  const end = waiting.since.getTime() + PATIENCE;
  if (now.getTime() >= end) return null;
  const pause = Math.min(MINUTE * 2 ** waiting.tries, LONGEST_PAUSE);
  return { ...waiting, tries: waiting.tries + 1, dueAt: new Date(Math.min(now.getTime() + pause, end)) };
}
