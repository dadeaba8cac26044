import type { IncomingHttpHeaders } from 'node:http';

const ADDED = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/;

/** Whether a proxy says that it passed a request on: one on this machine hides that it serves others. */
export function cameThroughProxy(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => ADDED.test(name));
}
