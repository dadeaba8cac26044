import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock, Ids } from '../../kernel/clock.js';
import { KernelStore } from '../../kernel/kernel-store.js';
import { Site } from '../../site/site.js';
import { BACK_OFFICE } from './back-office.js';

const ID_BYTES = 16;
const ID = /^[A-Za-z0-9_-]{22}$/;
/** Browsers keep no cookie for longer. */
const LIFE_DAYS = 400;
/** The kind of the records. The key is the hash of the browser's id with an admin's id. */
const KIND = 'admin-browser';

interface Seen {
  /** When the admin first signed in there, ISO 8601. */
  readonly at: string;
}

/**
 * Remembers which admins have signed in in which browser. The browser has a random id in a cookie, the server has the list: so a
 * browser cannot show an older list, or only a part of it. One whose cookie was deleted is unknown until the next sign-in.
 */
@Injectable()
export class AdminBrowsers {
  constructor(
    private readonly store: KernelStore,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly site: Site,
  ) {}

  /** Remembers that an admin signs in in this browser. @throws DocumentStoreUnavailableError */
  async remember(request: FastifyRequest, reply: FastifyReply, adminId: string): Promise<void> {
    const id = this.idOf(request) ?? this.ids.secret(ID_BYTES);
    const seen: Seen = { at: this.clock.now().toISOString() };
    await this.store.add(KIND, keyOf(id, adminId), seen);
    const { name, options } = this.cookie;
    reply.setCookie(name, id, { ...options, maxAge: LIFE_DAYS * 24 * 60 * 60 });
  }

  /** Whether an admin has signed in in this browser. @throws DocumentStoreUnavailableError */
  async knows(request: FastifyRequest, adminId: string): Promise<boolean> {
    const id = this.idOf(request);
    return id !== null && (await this.store.get<Seen>(KIND, keyOf(id, adminId))) !== null;
  }

  private idOf(request: FastifyRequest): string | null {
    const id = request.cookies[this.cookie.name];
    return id && ID.test(id) ? id : null;
  }

  private get cookie() {
    return {
      // As the cookie of the session: over https only, and for the back office alone.
      name: this.site.isSecure ? '__Secure-admin-browser' : 'admin-browser',
      options: { path: BACK_OFFICE, httpOnly: true, sameSite: 'strict', secure: this.site.isSecure },
    } as const;
  }
}

function keyOf(browserId: string, adminId: string): string {
  return `${hash('sha256', browserId)}-${adminId}`;
}
