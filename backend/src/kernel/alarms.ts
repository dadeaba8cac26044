import type { Clock } from './clock.js';
import type { KernelLogger } from './logger.js';
import { withCliCommands } from './cli-command-text.js';

/** What can be wrong while everything is served, and what an operator does about it. docs/reference.md is made from it. */
export const ALARMS = {
  'view-stuck': {
    means:
      'A view has stayed at the same event for a minute, although the log has more. A view that is being built does not count.',
    remedy: 'Fix its error. If it has none, restart the server, then run: npm run rebuild -- VIEW',
  },
  'documents-parked': {
    means:
      'A projection threw while it applied an event to a document. The document keeps its last state. The back office lists it with its error.',
    remedy: 'Fix the projection, raise its version and restart the server.',
  },
  'reaction-stuck': {
    means: 'A reaction has been busy with one event for ten minutes. Later ones may wait.',
    remedy: 'Look at what it waits for, then restart the server: it begins this event again.',
  },
  'retries-repeat': {
    means:
      'A reaction has been paused by an outage for five minutes, or an event of it has failed three times or more. After five attempts an event is parked.',
    remedy: 'Fix the cause. It goes on by itself; at once with: npm run retry -- REACTION',
  },
  'events-parked': {
    means: 'A reaction has given up events, or cannot decode them.',
    remedy: 'Fix the cause, then run: npm run retry -- REACTION',
  },
  'job-failing': {
    means:
      'The last run of a scheduled job failed. What it handles one by one, such as mails or accounts, was done for others.',
    remedy: 'Fix the cause. The job runs again by itself.',
  },
  'webhooks-refused': {
    means:
      'Three webhooks or more were refused, and none was accepted since and for an hour, while a checkout of the last 72 hours awaits its own. Owners get a mail, once a day (UTC). Anybody can cause it by a checkout and three posts: look at the reason in `problem` first. The status is degraded only once one of our secrets fits three of them.',
    remedy:
      'Compare STRIPE_WEBHOOK_SECRET with the secret of the endpoint at Stripe, and the clock of this machine with another. Stripe sends again what was refused.',
  },
  'origins-refused': {
    means:
      'Writes of three accounts or more were refused within an hour, because they did not come from a page of the site, and none of these accounts had one accepted since. Owners get a mail, once a day (UTC). On https, a wrong PUBLIC_URL refuses only browsers that send no Sec-Fetch-Site; a proxy that drops headers refuses all. Anybody with three accounts can cause it, so the status stays. The log of the program has each refusal, with what came and what was expected.',
    remedy:
      'Compare PUBLIC_URL with the address that browsers show, and let the proxy pass on Host, Origin and Sec-Fetch-Site unchanged.',
  },
  'addresses-unreadable': {
    means:
      'In the last ten minutes a proxy wrote what is no address to X-Forwarded-For, in the place that TRUSTED_PROXIES counts. All such clients are one network, so limits refuse them soon. `problem` shows it without digits. Anybody who reaches the server past a proxy can cause it, so the status stays.',
    remedy:
      'Let each proxy append the address of its client to X-Forwarded-For, and compare TRUSTED_PROXIES with their number.',
  },
  'pictures-away': {
    means:
      'The bucket of S3_URL does not serve. Pictures and uploads get 503, and reactions that delete pictures are paused; everything else works.',
    remedy: 'Fix the cause in `problem`. It goes on by itself.',
  },
  'pictures-missing': {
    means:
      'Somebody asked for pictures of public posts that have no files. Only what is asked for is looked at, and a restart forgets it.',
    remedy:
      'Compare PICTURES, S3_URL and DATA_DIR with those of the server that took the uploads. If the files are in the other store, copy them with npm run pictures; if they are lost, remove the posts.',
  },
  'checks-overdue': {
    means:
      'Posts have been hidden for an hour because they may show a person under 18, and no admin has decided about them. They stay hidden, and their week stays open for a day at most. Owners get a mail, once a day (UTC). People cause it by reports, so the status stays.',
    remedy: 'Decide about them in the review queue of the back office, where they come first.',
  },
  'mails-damaged': {
    means:
      'Files in `waiting-mails/`, or rows of `waitingMails` in MongoDB, cannot be read. Their mails are not retried; all others are. An erasure deletes a damaged one that contains the address of the person.',
    remedy: 'Restore them from a backup, or delete them: these mails are not sent.',
  },
} as const;

export type AlarmName = keyof typeof ALARMS;

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
      const remedy = withCliCommands(ALARMS[name].remedy.replace(/\b(?:VIEW|REACTION)\b/, about));
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
