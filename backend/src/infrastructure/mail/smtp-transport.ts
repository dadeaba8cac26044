import { BlockList, type Socket, connect, isIPv4 } from 'node:net';
import nodemailer, { type Transporter } from 'nodemailer';
import { NOT_PRIVATE } from './smtp-failure.js';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

/** Whether mails need TLS on their way to the server. Off: the server must have a private address. */
export type SmtpTls = 'required' | 'off';

/**
 * The connection to an SMTP server. Mails and passwords are always encrypted with TLS: from the start with `smtps:`,
 * with STARTTLS otherwise. The exceptions are `smtp:` to this machine, and `tls` off. Every operation has a timeout.
 * @param address `smtp://user:password@host:587` or `smtps://…`; user and password percent-encoded
 */
export function smtpTransport(address: string, tls: SmtpTls): Pick<Transporter, 'sendMail' | 'verify'> {
  const { protocol, hostname, port: given, username, password } = new URL(address);
  const secure = protocol === 'smtps:';
  const isClear = !secure && (tls === 'off' || LOOPBACK.test(hostname));
  const host = hostname.replace(/^\[|\]$/g, '');
  const port = Number(given || (secure ? 465 : 587));
  return nodemailer.createTransport({
    host,
    port,
    secure,
    requireTLS: !secure && !isClear,
    ignoreTLS: isClear,
    ...(tls === 'off' && { getSocket: (_: unknown, done: Connected) => connectNearby(host, port, done) }),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    dnsTimeout: CONNECT_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
}

const nearby = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  nearby.addSubnet(network, bits, 'ipv4');
}
nearby.addAddress('::1', 'ipv6');
nearby.addSubnet('fc00::', 7, 'ipv6');
nearby.addSubnet('fe80::', 10, 'ipv6');

/** Whether an address is one of this machine, of a private network, or link-local. */
export function isNearby(address: string): boolean {
  const [plain = ''] = address.split('%', 1);
  return plain !== '' && nearby.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
}

type Connected = (error: Error | null, found?: { connection: Socket }) => void;

/**
 * Connects, and goes on only if the other end is near. That is known for sure when the connection stands: a name may have
 * several addresses, and change them.
 */
function connectNearby(host: string, port: number, done: Connected): void {
  const socket = connect({ host, port, timeout: CONNECT_MS });
  const end = (error: Error) => {
    socket.destroy();
    done(error);
  };
  const late = () => end(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' }));
  socket.once('error', end).once('timeout', late);
  socket.once('connect', () => {
    socket.off('error', end).off('timeout', late);
    if (isNearby(socket.remoteAddress ?? '')) done(null, { connection: socket });
    else end(Object.assign(new Error('not a private address'), { code: NOT_PRIVATE }));
  });
}
