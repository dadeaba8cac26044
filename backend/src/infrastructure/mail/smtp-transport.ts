import nodemailer, { type Transporter } from 'nodemailer';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

/**
 * The way to an SMTP server. Mails and passwords go through TLS alone, from the start by `smtps:` and by STARTTLS else;
 * only on this very machine nothing is encrypted by `smtp:`. Every wait has an end.
 * @param address `smtp://user:password@host:587` or `smtps://…`; user and password percent-encoded
 */
export function smtpTransport(address: string): Pick<Transporter, 'sendMail'> {
  const { protocol, hostname, port, username, password } = new URL(address);
  const secure = protocol === 'smtps:';
  const isHere = LOOPBACK.test(hostname);
  return nodemailer.createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (secure ? 465 : 587)),
    secure,
    requireTLS: !secure && !isHere,
    ignoreTLS: !secure && isHere,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    dnsTimeout: CONNECT_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
}
