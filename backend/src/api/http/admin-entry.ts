import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AdminMarker } from './admin-marker.js';
import type { Account } from './current-account.js';
import { EntryPolicy } from '../../site/entry-policy.js';

/** The pages of the back office begin with this. */
export const BACK_OFFICE_PAGES = '/rtm-sys';

/** The entry of the back office: who may see its pages and be sent to the login. */
@Injectable()
export class AdminEntry {
  constructor(
    private readonly policy: EntryPolicy,
    private readonly marker: AdminMarker,
  ) {}

  get loginPath(): string {
    return this.policy.loginPath;
  }

  /** Whether an admin signed in with this browser and has not signed out. */
  isMarked(request: FastifyRequest): boolean {
    return this.marker.isSet(request);
  }

  /** Whether this request may learn of the back office. `accountOf` is asked only if that decides. */
  async isOpenTo(
    request: FastifyRequest,
    accountOf: () => Promise<Account | null> | Account | null,
  ): Promise<boolean> {
    return !this.policy.isHidden || this.isMarked(request) || (await accountOf())?.isAdmin === true;
  }
}
