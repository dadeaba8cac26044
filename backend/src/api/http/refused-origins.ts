import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';

const HOUR_MS = 3_600_000;
/** Of so many accounts, at least: a person may use a page of elsewhere, and anybody can send a wrong origin. */
const ACCOUNTS = 3;

/** Remembers, until the process ends, who had a write refused by its origin, and none accepted since. */
@Injectable()
export class RefusedOrigins {
  /** The last accounts and admins, longest ago first. No more are kept than {@link many} asks for. */
  private readonly last = new Map<string, Date>();
  private expected: string | null = null;

  constructor(private readonly clock: Clock) {}

  /**
   * @param id of an account or admin whose session is alive
   * @param expected the host of the site
   */
  refused(id: string, expected: string | null): void {
    this.last.delete(id);
    this.last.set(id, this.clock.now());
    this.expected = expected;
    const [first] = this.last.keys();
    if (this.last.size > ACCOUNTS && first !== undefined) this.last.delete(first);
  }

  /** Says nothing about others: most browsers are accepted by `Sec-Fetch-Site`, whatever PUBLIC_URL is. */
  accepted(id: string): void {
    this.last.delete(id);
  }

  /** Null unless three accounts or more are remembered from the last hour. */
  get many(): { readonly since: Date; readonly expected: string | null } | null {
    const [since] = this.last.values();
    const isRecent = since && this.clock.now().getTime() - since.getTime() < HOUR_MS;
    return isRecent && this.last.size === ACCOUNTS ? { since, expected: this.expected } : null;
  }
}
