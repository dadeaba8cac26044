import type { NodemailerError } from 'nodemailer';

/** Why a mail could not be handed over, without a word of the server's, which may hold the address. */
export interface SmtpFailure {
  readonly reason: string;
  /** How this one mail was refused; null where it was no refusal of it, so that no other would get through either. */
  readonly refused: 'for good' | 'for now' | null;
}

/** What a failure of nodemailer's means for the mail and for those after it. */
export function smtpFailureOf(error: NodemailerError): SmtpFailure {
  const { code, command, responseCode } = error;
  const reason = [responseCode ? `answer ${responseCode}` : code, command && `to ${command}`]
    .filter(Boolean)
    .join(' ');
  if (isForGood(error)) return { reason, refused: 'for good' };
  return { reason, refused: isForNow(error) ? 'for now' : null };
}

/**
 * Whether this mail can never be delivered: its recipient or its content is refused (5xx), or SMTP knows no way to write
 * its recipient. A refusal for good of the sender is one of every mail.
 */
function isForGood({ code, command, permanent }: NodemailerError): boolean {
  if (code === 'EENVELOPE' && command === 'API') return true;
  return permanent === true && (command === 'RCPT TO' || command === 'DATA');
}

const STEPS_OF_A_MAIL: ReadonlySet<string | undefined> = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

function isForNow({ command, responseCode = 0 }: NodemailerError): boolean {
  return STEPS_OF_A_MAIL.has(command) && responseCode >= 400 && responseCode < 500;
}
