import type { NodemailerError } from 'nodemailer';

/** Why a mail could not be sent. Contains no text of the server, which may contain the address. */
export interface SmtpFailure {
  readonly reason: string;
  /** How the server refused this mail; null if it was not refused, and so no other mail could be sent either. */
  readonly refused: 'permanently' | 'temporarily' | null;
}

/** What an error of nodemailer means for this mail and for the next ones. */
export function smtpFailureOf(error: NodemailerError): SmtpFailure {
  const { code, command, originalCode = code, responseCode } = error;
  const where = [responseCode ? `answer ${responseCode}` : originalCode, command && `to ${command}`]
    .filter(Boolean)
    .join(' ');
  const fault = faultOf(error);
  const reason = fault === null ? where : `${fault} (${where})`;
  if (isPermanent(error)) return { reason, refused: 'permanently' };
  return { reason, refused: isTemporary(error) ? 'temporarily' : null };
}

/** The code of a connection that was given up, because `SMTP_TLS` is off and the server is not near. */
export const NOT_PRIVATE = 'ENOTPRIVATE';

const UNKNOWN_AUTHORITY =
  "Node does not know who signed the mail server's certificate: name the file of that authority, or of the self-signed certificate, in NODE_EXTRA_CA_CERTS";
const NO_TLS_THERE =
  'this port of the mail server does not begin with TLS: let SMTP_URL begin with smtp://, which uses STARTTLS, usually on port 587';

/** What is wrong and which setting mends it, by the code of Node. */
const FAULTS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: "the mail server's certificate has expired: renew it there",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "the mail server's certificate is for another name than the host of SMTP_URL: use the name in the certificate",
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS_THERE,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS_THERE,
  ECONNREFUSED: 'nothing listens there: check host and port of SMTP_URL, and that the mail server runs',
  ETIMEDOUT:
    'the mail server does not answer in time: check host and port of SMTP_URL, and that no firewall is between',
  ENOTFOUND: 'the host of SMTP_URL has no address: check its name',
  [NOT_PRIVATE]:
    'SMTP_TLS is off, which is for private networks, but the mail server has a public address: remove SMTP_TLS',
};

/** What an operator has to change; null if that is not known. */
function faultOf({
  code,
  command,
  originalCode = code,
  responseCode = 0,
  message,
}: NodemailerError): string | null {
  if (code === 'EAUTH' && responseCode >= 500) {
    return 'the mail server refuses the login: check user and password in SMTP_URL, percent-encoded';
  }
  if (code === 'ETLS' && command === 'STARTTLS' && responseCode > 0) {
    return 'this port of the mail server offers no STARTTLS: if it begins with TLS, let SMTP_URL begin with smtps://; a relay on a private network may do without TLS by SMTP_TLS=off';
  }
  if (responseCode === 530) {
    return 'the mail server takes mails only after a login, or with TLS: put user and password into SMTP_URL, and leave SMTP_TLS out';
  }
  if (message === 'Greeting never received') {
    return 'the mail server says nothing: if this port begins with TLS, as 465 does, let SMTP_URL begin with smtps://';
  }
  return FAULTS[String(originalCode)] ?? null;
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
