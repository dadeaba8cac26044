import nodemailer, { type Transporter } from 'nodemailer';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

/**
 * The connection to an SMTP server. Mails and passwords are always encrypted with TLS: from the start with `smtps:`,
 * with STARTTLS otherwise. The only exception is `smtp:` to this machine. Every operation has a timeout.
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
