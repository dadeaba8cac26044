import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { RefusedOrigins } from '../http/refused-origins.js';
import { ClientAddresses } from '../http/client-addresses.js';
import { RefusedWebhooks } from '../http/refused-webhooks.js';
import { ReviewQueueReader } from '../../projections/moderation/review-queue.js';
import { PaymentsReader } from '../../projections/payments/payments.reader.js';
import { ImageStore, ImagesUnavailableError } from '../../infrastructure/images/image-store.port.js';
import { Mailer } from '../../infrastructure/mail/mailer.port.js';
import { type Alarm, Alarms, type Finding } from '../../kernel/alarms.js';
import { Clock } from '../../kernel/clock.js';
import { Jobs } from '../../kernel/jobs.js';
import type { ReactionHealth } from '../../kernel/reaction.js';
import { Reactor } from '../../kernel/reactions/reactor.js';
import { MissingPictures } from '../photos/missing-pictures.js';
import { type HealthReport, KernelHealth } from './kernel-health.js';

const EVERY_MS = 10_000;
const MINUTE = 60_000;
/** A view takes up to 200 events at a time, which it does in well under a second. */
const VIEW_MS = MINUTE;
/** The slowest reaction waits for a mail server or the payment provider, whose calls end after a minute or two. */
const REACTION_MS = 10 * MINUTE;
/** A server that restarts is back by then. */
const PAUSE_MS = 5 * MINUTE;
/** The third try comes after more than a minute. */
const MANY_TRIES = 3;
/** The provider sends a webhook again for so long. */
const AWAITED_MS = 72 * 60 * MINUTE;
/** The folder of waiting mails may be long. */
const MAILS_MS = MINUTE;

/** Looks for what stands still, and for what fails again and again. */
@Injectable()
export class AlarmWatch {
  /** Since when something has been so, by name and state. */
  private steady = new Map<string, Date>();
  private mails: { readonly at: Date; readonly damaged: readonly string[] } | null = null;

  constructor(
    private readonly health: KernelHealth,
    private readonly reactor: Reactor,
    private readonly mailer: Mailer,
    private readonly images: ImageStore,
    private readonly pictures: MissingPictures,
    private readonly jobs: Jobs,
    private readonly webhooks: RefusedWebhooks,
    private readonly origins: RefusedOrigins,
    private readonly payments: PaymentsReader,
    private readonly reviews: ReviewQueueReader,
    private readonly addresses: ClientAddresses,
    private readonly alarms: Alarms,
    private readonly clock: Clock,
  ) {
    jobs.whenChanged(() => void this.look().catch(() => undefined));
  }

  /** The alarms of this moment. */
  @Interval(EVERY_MS)
  async look(): Promise<readonly Alarm[]> {
    return this.of(await this.health.report());
  }

  /** The same for a state of the kernel that was just read. */
  async of({ views, reactions }: HealthReport): Promise<readonly Alarm[]> {
    const before = this.steady;
    this.steady = new Map();
    /** How long something has been so, in milliseconds, and since when. */
    const lasting = (state: string) => {
      const since = before.get(state) ?? this.clock.now();
      this.steady.set(state, since);
      return { since, ms: this.clock.now().getTime() - since.getTime() };
    };
    const damaged = await this.damagedMails();
    const refused = await this.refusedWebhooks();
    const unserved = await this.unservedPictures();
    const unchecked = await this.overdueChecks();
    return this.alarms.update([
      ...views.flatMap((view) => stuckView(view, lasting)),
      ...views.filter(({ parked }) => parked > 0).map(parkedDocuments),
      ...reactions.flatMap((reaction) => [
        ...this.stuckReaction(reaction),
        ...this.repeated(reaction, lasting),
        ...this.parkedEvents(reaction),
      ]),
      ...this.jobs
        .all()
        .flatMap(({ name: about, error: problem }) =>
          problem === null ? [] : [{ name: 'job-failing' as const, about, problem }],
        ),
      ...(damaged.length === 0
        ? []
        : [{ name: 'mails-damaged' as const, about: 'waiting-mails', problem: damaged.join(', ') }]),
      ...unserved,
      ...unchecked,
      ...refused,
      ...this.refusedOrigins(),
      ...this.unreadableAddresses(),
    ]);
  }

  /** Only while a checkout awaits its webhook: anybody can send one that is refused. */
  private async refusedWebhooks(): Promise<readonly Finding[]> {
    const { many, isProven } = this.webhooks;
    const since = new Date(this.clock.now().getTime() - AWAITED_MS);
    if (!many || !(await this.payments.hasOpenCheckout(since).catch(() => false))) return [];
    const problem = `${many.count} webhooks were refused and none was accepted since: ${many.reason}`;
    const facts = { name: 'webhooks-refused', about: 'stripe', isDegrading: isProven } as const;
    return [{ ...facts, problem, since: many.since }];
  }

  /** It degrades nothing, because a stranger with three accounts can cause it. */
  private refusedOrigins(): readonly Finding[] {
    const { many } = this.origins;
    if (!many) return [];
    const problem = `the last writes of three accounts within an hour were refused, because they did not come from ${many.expected}; the log of the program has what came`;
    return [{ name: 'origins-refused', about: 'writes', isDegrading: false, problem, since: many.since }];
  }

  /** Who reaches the server past its proxies can cause it, too. */
  private unreadableAddresses(): readonly Finding[] {
    const { unreadable } = this.addresses;
    if (unreadable === null) return [];
    const facts = { name: 'addresses-unreadable', about: 'x-forwarded-for', isDegrading: false } as const;
    return [{ ...facts, problem: `clients count as one network, because a proxy calls one "${unreadable}"` }];
  }

  private stuckReaction({ name: about, current }: ReactionHealth): Finding[] {
    if (!current) return [];
    const since = new Date(current.since);
    if (this.clock.now().getTime() - since.getTime() < REACTION_MS) return [];
    const problem = `it has not finished ${current.type} at position ${current.position}`;
    return [{ name: 'reaction-stuck', about, problem, since }];
  }

  private repeated({ name: about, error }: ReactionHealth, lasting: Lasting): Finding[] {
    const paused = error === null ? null : lasting(`paused ${about}`);
    if (paused && paused.ms >= PAUSE_MS) {
      return [{ name: 'retries-repeat', about, problem: `it is paused: ${error}`, since: paused.since }];
    }
    const [first, ...others] = this.reactor
      .unfinished(about)
      .filter(({ dueAt, tries }) => dueAt !== null && tries >= MANY_TRIES);
    if (!first) return [];
    const more = others.length > 0 ? `, and ${others.length} more` : '';
    const problem = `${first.type} at position ${first.position} has failed ${first.tries} times${more}: ${first.reason}`;
    return [{ name: 'retries-repeat', about, problem, since: new Date(first.since) }];
  }

  private parkedEvents({ name: about, parked }: ReactionHealth): Finding[] {
    const first = this.reactor.unfinished(about).find(({ dueAt }) => dueAt === null);
    if (!first) return [];
    const problem = `${parked} of its events; the first is ${first.type} at position ${first.position}: ${first.reason}`;
    return [{ name: 'events-parked', about, problem, since: new Date(first.since) }];
  }

  private async unservedPictures(): Promise<readonly Finding[]> {
    const { away } = this.images;
    const about = 'pictures';
    if (away) {
      const problem = new ImagesUnavailableError(away.reason).message;
      return [{ name: 'pictures-away', about, problem }];
    }
    const [first, ...others] = await this.pictures.ofPosts();
    if (first === undefined) return [];
    const problem = `${others.length + 1} of them; the first is that of the post ${first}`;
    return [{ name: 'pictures-missing', about, problem }];
  }

  /** It does not set the health to degraded: any person who reports can cause it. */
  private async overdueChecks(): Promise<readonly Finding[]> {
    const late = await this.reviews.overdueChecks(this.clock.now()).catch(() => null);
    if (!late || late.since === null) return [];
    const problem = `${late.count} posts that may show a person under 18 wait for an admin`;
    const facts = { name: 'checks-overdue', about: 'review', isDegrading: false } as const;
    return [{ ...facts, problem, since: new Date(late.since) }];
  }

  private async damagedMails(): Promise<readonly string[]> {
    const now = this.clock.now();
    if (!this.mails || now.getTime() - this.mails.at.getTime() >= MAILS_MS) {
      this.mails = { at: now, damaged: await this.mailer.damaged().catch(() => []) };
    }
    return this.mails.damaged;
  }
}

type Lasting = (state: string) => { readonly since: Date; readonly ms: number };

/** A view that does not move although the log has more events. A build says itself how far it is. */
function stuckView(
  { name: about, position, lag, state, error }: HealthReport['views'][number],
  lasting: Lasting,
): Finding[] {
  if (lag === null || lag === 0 || state === 'building') return [];
  const { since, ms } = lasting(`view ${about} at ${position}`);
  if (ms < VIEW_MS) return [];
  const problem = `it stays at position ${position} and lacks ${lag}: ${error ?? 'it has no error'}`;
  return [{ name: 'view-stuck', about, problem, since }];
}

function parkedDocuments({ name: about, parked }: HealthReport['views'][number]): Finding {
  return { name: 'documents-parked', about, problem: `${parked} of its documents` };
}
