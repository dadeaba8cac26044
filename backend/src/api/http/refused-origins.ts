import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';

const HOUR_MS = 3_600_000;
/** Of so many accounts, at least: a person may use a page of elsewhere, and anybody can send a wrong origin. */
const ACCOUNTS = 3;

/** Remembers, until the process ends, whose writes were refused by their origin since one of anybody was accepted. */
@Injectable()
export class RefusedOrigins {
  /** The last accounts and admins, longest ago first. No more are kept than {@link many} asks for. */
  private readonly last = new Map<string, Date>();
  private reason = '';

  constructor(private readonly clock: Clock) {}

  /** @param id of an account or admin whose session is alive */
  refused(id: string, reason: string): void {
    this.last.delete(id);
    this.last.set(id, this.clock.now());
    this.reason = reason;
    const [first] = this.last.keys();
    if (this.last.size > ACCOUNTS && first !== undefined) this.last.delete(first);
  }

  /** For a write of somebody whose session is alive. */
  accepted(): void {
    this.last.clear();
  }

  /** Why the last was refused, if three accounts or more were within the last hour; else null. */
  get many(): { readonly since: Date; readonly reason: string } | null {
    const [since] = this.last.values();
    const isRecent = since && this.clock.now().getTime() - since.getTime() < HOUR_MS;
    return isRecent && this.last.size === ACCOUNTS ? { since, reason: this.reason } : null;
  }
}
