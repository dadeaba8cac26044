import pLimit from 'p-limit';
import type { FastifyRequest } from 'fastify';
import { HttpException, HttpStatus, Injectable, Logger, ServiceUnavailableException } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { LimitStore } from '../../infrastructure/limits/limit-store.port.js';
import { ServerSecret } from '../../infrastructure/sessions/server-secret.js';
import { Clock } from '../../kernel/clock.js';
import { rateLimitKeyOf } from '../http/rate-limit-key.js';
import { LimitSwitch } from '../http/limits.guard.js';
import { ImageStore, type StoredCard } from '../../infrastructure/images/image-store.port.js';
import { type ShareCard, ShareCardPainter } from '../../infrastructure/share-card/share-card.port.js';

/** A drawing takes about 0.2 seconds of a processor. Cards that are already drawn do not count. */
const MOST = 30;
const WINDOW_MS = 5 * 60_000;

/** A network or a person has asked for too many new drawings. */
export class TooManyDrawingsError extends HttpException {
  constructor(readonly retryAfterSeconds: number) {
    super('Too many pictures were asked for. Please try again later.', HttpStatus.TOO_MANY_REQUESTS);
  }
}

/** Limits how many cards are drawn for one network, over all its visitors, and for each person. */
@Injectable()
export class DrawingLimit {
  constructor(
    private readonly limits: LimitSwitch,
    private readonly store: LimitStore,
    private readonly secret: ServerSecret,
    private readonly clock: Clock,
  ) {}

  /** Counts a drawing for the sender of this request. @throws TooManyDrawingsError */
  async take(request: FastifyRequest): Promise<void> {
    if (!this.limits.isOn) return;
    const hash = this.secret.hmac(
      'limit',
      'card',
      String(MOST),
      String(WINDOW_MS),
      ...rateLimitKeyOf(request),
    );
    const now = this.clock.now();
    const quota = { key: hash.toString('hex'), most: MOST, windowMs: WINDOW_MS };
    const free = await this.store.take([quota], now);
    if (free) throw new TooManyDrawingsError(Math.max(1, Math.ceil((free.getTime() - now.getTime()) / 1000)));
  }
}

export interface WantedCard {
  readonly postId: string;
  readonly card: ShareCard;
  /** A hash of the card's content, behind {@link SHEET_TAG} for a card with a score sheet. */
  readonly tag: string;
}

/** What the tags of cards with a score sheet begin with: such a card is not served once the sheet is hidden. */
export const SHEET_TAG = 'sheet-';
const hasSheet = (tag: string) => tag.startsWith(SHEET_TAG);

/** How much memory drawn cards may use, in bytes: enough for a few hundred. */
const CACHE_BYTES = 32 * 1024 * 1024;
/** How many are drawn at once: on two processors, a second drawing would leave none to the thread that answers requests. */
const DRAWN_AT_ONCE = 1;
/** How many may wait for that: about four seconds. */
const WAITING_AT_MOST = 20;
/** With more waiting, a request gets the older card, if there is one. */
const WAITING_SHORTLY = 4;

/**
 * Draws cards and stores the latest one of each post beside its picture, so that it is drawn once, also across restarts,
 * and deleted with the picture. While a card cannot be drawn, its post keeps the older one.
 */
@Injectable()
export class CardDrawings {
  private readonly logger = new Logger('ShareCards');
  private readonly bench = pLimit(DRAWN_AT_ONCE);
  /** The drawings that have begun, by post, with or without its score sheet: one at a time for each. */
  private readonly running = new Map<string, Promise<StoredCard>>();
  private site: Promise<Buffer> | null = null;
  private readonly drawn = new LRUCache<string, StoredCard>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  });

  constructor(
    private readonly images: ImageStore,
    private readonly painter: ShareCardPainter,
    private readonly limit: DrawingLimit,
  ) {}

  /**
   * The card of a post, or an older one that is still to be replaced.
   * @param request whose sender is charged for a new drawing
   * @throws TooManyDrawingsError, ServiceUnavailableException if there is no older card and no new one can be drawn now
   */
  async of(wanted: WantedCard, request: FastifyRequest): Promise<StoredCard> {
    const found = await this.known(wanted);
    if (found?.tag === wanted.tag) return found;
    const known = found && hasSheet(found.tag) && !hasSheet(wanted.tag) ? null : found;
    const isLong = this.queued >= DRAWN_AT_ONCE + WAITING_SHORTLY;
    const drawing = this.begin(wanted, request);
    if (!known) return drawing;
    const instead = drawing.catch((error: unknown) => {
      this.logger.debug(`An older card is served: ${String(error)}`);
      return known;
    });
    return isLong ? known : instead;
  }

  /** The card of the site itself, which is drawn once. */
  ofSite(): Promise<Buffer> {
    this.site ??= this.bench(() => this.painter.paintSite()).catch((error: unknown) => {
      this.site = null;
      throw error;
    });
    return this.site;
  }

  /** How many are drawn or wait for it. */
  private get queued(): number {
    return this.bench.activeCount + this.bench.pendingCount;
  }

  /** The latest card of the post, from memory or from its store. */
  private async known({ postId, tag }: WantedCard): Promise<StoredCard | null> {
    const latest = this.drawn.get(postId);
    if (latest?.tag === tag) return latest;
    const stored = (await this.images.card(postId)) ?? latest ?? null;
    if (stored) this.drawn.set(postId, stored);
    return stored;
  }

  private begin(wanted: WantedCard, request: FastifyRequest): Promise<StoredCard> {
    const card = `${wanted.postId} ${hasSheet(wanted.tag)}`;
    const running = this.running.get(card);
    if (running) return running;
    const drawing = this.draw(wanted, request).finally(() => this.running.delete(card));
    this.running.set(card, drawing);
    return drawing;
  }

  private async draw({ postId, card, tag }: WantedCard, request: FastifyRequest): Promise<StoredCard> {
    // Before the queue is looked at: a client over its limit is told so, and not that the server is busy.
    await this.limit.take(request);
    if (this.queued >= DRAWN_AT_ONCE + WAITING_AT_MOST)
      throw new ServiceUnavailableException(
        'Too many pictures are being drawn right now. Please try again in a moment.',
      );
    return this.bench(async () => {
      const photo = await this.images.open(postId, 1280);
      const drawn = { tag, bytes: await this.painter.paint(card, photo && photo.bytes) };
      this.drawn.set(postId, drawn);
      await this.images.putCard(postId, drawn).catch((error: unknown) => {
        this.logger.error(`A card could not be stored: ${String(error)}`);
      });
      return drawn;
    });
  }
}
