import type { Mail } from './mailer.port.js';

/** A mail that the server refused temporarily. */
export interface WaitingMail {
  readonly mail: Mail;
  /** Time of the first attempt. */
  readonly since: Date;
  readonly tries: number;
  /** Time of the next attempt. */
  readonly dueAt: Date;
}

const MINUTE = 60_000;
const LONGEST_PAUSE = 60 * MINUTE;
/** After this time the links in mails have expired, and the content is outdated. */
const PATIENCE = 24 * 60 * MINUTE;

export function firstRefused(mail: Mail, now: Date): WaitingMail {
  return { mail, since: now, tries: 1, dueAt: new Date(now.getTime() + MINUTE) };
}

/**
 * The mail after another attempt: each pause is twice the one before, one hour at most. Null if 24 hours have passed
 * since the first attempt; the last attempt is at exactly that time.
 */
export function refusedAgain(waiting: WaitingMail, now: Date): WaitingMail | null {
  const end = waiting.since.getTime() + PATIENCE;
  if (now.getTime() >= end) return null;
  const pause = Math.min(MINUTE * 2 ** waiting.tries, LONGEST_PAUSE);
  return { ...waiting, tries: waiting.tries + 1, dueAt: new Date(Math.min(now.getTime() + pause, end)) };
}

/** The mail that JSON describes; null if it is damaged. */
export function waitingMailOf(json: string): WaitingMail | null {
  try {
    const { mail, since, tries, dueAt } = JSON.parse(json) as WaitingMail;
    const read = { mail, since: new Date(since), tries, dueAt: new Date(dueAt) };
    const isWhole =
      typeof mail.id === 'string' &&
      typeof mail.to === 'string' &&
      Number.isInteger(tries) &&
      Number.isFinite(read.since.getTime() + read.dueAt.getTime());
    return isWhole ? read : null;
  } catch {
    return null;
  }
}
