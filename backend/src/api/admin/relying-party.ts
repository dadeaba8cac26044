import { isIP } from 'node:net';
import { ConflictException, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Site } from '../../site/site.js';

/** What passkeys are bound to: they work for this origin alone. */
export interface RelyingParty {
  /** A domain, never an IP address. */
  readonly id: string;
  readonly origin: string;
}

@Injectable()
export class RelyingParties {
  constructor(private readonly site: Site) {}

  /**
   * The public address. If that is an IP address, as without `PUBLIC_URL`, the address of the request's page, provided that
   * it is `localhost`: any other name could be one that a stranger points at this server.
   * @throws ConflictException where browsers allow no passkeys: at IP addresses, and without https
   */
  of({ headers }: FastifyRequest): RelyingParty {
    const ours = new URL(this.site.publicUrl);
    const theirs = URL.canParse(headers.origin ?? '') ? new URL(headers.origin ?? '') : null;
    const page = isAddress(ours.hostname) && theirs && isLocal(theirs.hostname) ? theirs : ours;
    const isAllowed = page.protocol === 'https:' || isLocal(page.hostname);
    if (isAddress(page.hostname) || !isAllowed) {
      throw new ConflictException({
        code: 'passkeys_unavailable',
        message: 'Passkeys work only at an address with a name, over https or at localhost.',
      });
    }
    return { id: page.hostname, origin: page.origin };
  }
}

function isAddress(hostname: string): boolean {
  return isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost');
}
