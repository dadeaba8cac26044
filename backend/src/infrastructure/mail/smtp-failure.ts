import type { NodemailerError } from 'nodemailer';

/** Why a mail could not be sent. Contains no text of the server, which may contain the address. */
export interface SmtpFailure {
  readonly reason: string;
  /** How the server refused this mail; null if it was not refused, and so no other mail could be sent either. */
  readonly refused: 'permanently' | 'temporarily' | null;
}

/** What an error of nodemailer means for this mail and for the next ones. */
export function smtpFailureOf(error: NodemailerError): SmtpFailure {
  const { code, command, responseCode } = error;
  const reason = [responseCode ? `answer ${responseCode}` : code, command && `to ${command}`]
    .filter(Boolean)
    .join(' ');
  if (isPermanent(error)) return { reason, refused: 'permanently' };
  return { reason, refused: isTemporary(error) ? 'temporarily' : null };
}

/**
 * Whether this mail can never be delivered: the recipient or the content is refused (5xx), or the address cannot be
 * written in SMTP. A permanent refusal of the sender concerns all mails, not this one.
 */
function isPermanent({ code, command, permanent }: NodemailerError): boolean {
  if (code === 'EENVELOPE' && command === 'API') return true;
  return permanent === true && (command === 'RCPT TO' || command === 'DATA');
}

const STEPS_OF_A_MAIL: ReadonlySet<string | undefined> = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

function isTemporary({ command, responseCode = 0 }: NodemailerError): boolean {
  return STEPS_OF_A_MAIL.has(command) && responseCode >= 400 && responseCode < 500;
}
