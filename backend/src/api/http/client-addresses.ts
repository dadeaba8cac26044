import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Clock } from '../../kernel/clock.js';
import { UNKNOWN_ADDRESS, addressIn } from './network.js';

const ADDED = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/;

/** Whether a proxy says that it passed a request on: one on this machine hides that it serves others. */
export function cameThroughProxy(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => ADDED.test(name));
}

/** How long a proxy counts as one that names no addresses, in milliseconds. */
const LONG = 10 * 60_000;
const LONGEST_SHAPE = 60;

/** Names the clients of this server, and remembers whether a proxy did not. All limits count what it says. */
export class ClientAddresses {
  private last: { readonly text: string; readonly at: Date } | null = null;

  constructor(
    /** How many proxies in front are trusted: the client is the address that the outermost of them saw. */
    private readonly trustedProxies: number,
    private readonly clock: Clock,
  ) {}

  /** The address of a client in its usual form. */
  of({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
    const passed = this.trustedProxies === 0 ? undefined : headers['x-forwarded-for'];
    if (passed === undefined) return addressIn(socket.remoteAddress ?? '') ?? UNKNOWN_ADDRESS;
    const all = String(passed).split(',');
    const text = all.at(-this.trustedProxies) ?? all[0] ?? '';
    const address = addressIn(text);
    if (address === null) this.last = { text, at: this.clock.now() };
    return address ?? UNKNOWN_ADDRESS;
  }

  /** What a proxy wrote in the last ten minutes in the place of an address, without its digits; else null. */
  get unreadable(): string | null {
    if (!this.last || this.clock.now().getTime() - this.last.at.getTime() > LONG) return null;
    return this.last.text
      .trim()
      .slice(0, LONGEST_SHAPE)
      .replaceAll(/[\da-f]/gi, 'x');
  }
}
