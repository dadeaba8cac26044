import type { Clock } from './clock.js';
import type { KernelLogger } from './logger.js';
import { withCliCommands } from './cli-command-text.js';

/** What can be wrong while everything is served, and what an operator does about it; docs/operations.md says more. */
export const REMEDIES = {
  'view-stuck': 'Fix its error. If it has none, restart the server, then run: npm run rebuild -- VIEW',
  'documents-parked': 'Fix the projection, raise its version and restart the server.',
  'reaction-stuck': 'Look at what it waits for, then restart the server: it begins this event again.',
  'retries-repeat': 'Fix the cause. It goes on by itself; at once with: npm run retry -- REACTION',
  'events-parked': 'Fix the cause, then run: npm run retry -- REACTION',
  'job-failing': 'Fix the cause. The job runs again by itself.',
  'webhooks-refused':
    'Compare STRIPE_WEBHOOK_SECRET with the secret of the endpoint at Stripe, and the clock of this machine with another. Stripe sends again what was refused.',
  'origins-refused':
    'Compare PUBLIC_URL with the address that browsers show, and let the proxy pass on Host, Origin and Sec-Fetch-Site unchanged.',
  'addresses-unreadable':
    'Let each proxy append the address of its client to X-Forwarded-For, and compare TRUSTED_PROXIES with their number.',
  'mails-damaged': 'Restore the files from a backup, or delete them: these mails are not sent.',
} as const;

export type AlarmName = keyof typeof REMEDIES;

/** Something that is wrong now. */
export interface Finding {
  readonly name: AlarmName;
  /** The view, reaction or job. */
  readonly about: string;
  readonly problem: string;
  /** False where strangers can cause it: then the status stays as it is. */
  readonly isDegrading?: boolean;
  /** Since when, if that is known. */
  readonly since?: Date;
}

/** Something that is wrong, for operators. */
export interface Alarm extends Required<Omit<Finding, 'since'>> {
  /** ISO 8601. */
  readonly since: string;
  readonly remedy: string;
}

/** The alarms of this process. Each is logged when it begins and when it ends. */
export class Alarms {
  private current = new Map<string, Alarm>();

  constructor(
    private readonly clock: Clock,
    private readonly logger: KernelLogger,
  ) {}

  /** The alarms of this name. */
  named(name: AlarmName): readonly Alarm[] {
    return [...this.current.values()].filter((alarm) => alarm.name === name);
  }

  /** Replaces the alarms by what is wrong now. What was wrong before keeps its time. */
  update(findings: readonly Finding[]): readonly Alarm[] {
    const before = this.current;
    this.current = new Map();
    for (const { name, about, problem, isDegrading = true, since = this.clock.now() } of findings) {
      const key = `${name} ${about}`;
      const remedy = withCliCommands(REMEDIES[name].replace(/\b(?:VIEW|REACTION)\b/, about));
      const begun = before.get(key)?.since ?? since.toISOString();
      this.current.set(key, { name, about, problem, isDegrading, since: begun, remedy });
      if (!before.has(key)) this.logger.error(new Error(problem), `alarm ${key}`);
    }
    for (const [key, { since }] of before) {
      if (!this.current.has(key)) this.logger.info({ since }, `the alarm ${key} has ended`);
    }
    return [...this.current.values()];
  }
}
