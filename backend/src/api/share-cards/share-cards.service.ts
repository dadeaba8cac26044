import { createHash } from 'node:crypto';
import { Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { post as postAggregate } from '../../domain/post/post.js';
import { States } from '../../kernel/states.js';
import { ImageStore } from '../../infrastructure/images/image-store.port.js';
import {
  CARD_DESIGN,
  type ShareCard,
  ShareCardPainter,
} from '../../infrastructure/share-card/share-card.port.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import type { Post } from '../../projections/leaderboard/shown-posts.js';
import { RankReader, type WeekBadge } from '../../projections/weekly/rank.reader.js';

/** The share picture of a public post. */
export interface SharedPost {
  readonly postId: string;
  readonly card: ShareCard;
  /** A hash of the card's content, safe in an address and in a header. */
  readonly tag: string;
  /** The file name of the download, ASCII only. */
  readonly fileName: string;
}

/** How much memory rendered cards may use, in bytes: enough for a few hundred. */
const CACHE_BYTES = 32 * 1024 * 1024;
/** How many are rendered at once: uploads need the processor too. */
const DRAWN_AT_ONCE = 2;
/** How many may wait for that: about ten seconds. */
const WAITING_AT_MOST = 100;

/** Renders the cards of public posts, and caches them by their content. */
@Injectable()
export class ShareCards {
  private readonly bench = pLimit(DRAWN_AT_ONCE);
  private readonly drawn = new LRUCache<string, Buffer, SharedPost>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (picture) => picture.length,
    fetchMethod: (_tag, _stale, { context }) => this.bench(() => this.draw(context)),
    // A request gets its card even if the cache has evicted it meanwhile.
    ignoreFetchAbort: true,
  });

  constructor(
    @Inject(LeaderboardReader) private readonly leaderboard: LeaderboardReader,
    @Inject(RankReader) private readonly ranks: RankReader,
    @Inject(ImageStore) private readonly images: ImageStore,
    @Inject(ShareCardPainter) private readonly painter: ShareCardPainter,
    @Inject(States) private readonly states: States,
  ) {}

  /**
   * The share picture of a post; null if the post is hidden or does not exist. The owner gets no card of a hidden post
   * either: the address has one response for all users, which proxies may cache.
   */
  async find(postId: string): Promise<SharedPost | null> {
    const [post, badge] = await Promise.all([
      this.leaderboard.post(postId, null),
      this.ranks.weekBadge(postId),
    ]);
    if (!post || !badge || !(await this.isShown(postId))) return null;
    const card = cardOf(post, badge);
    return {
      postId,
      card,
      tag: createHash('sha256')
        .update(JSON.stringify([CARD_DESIGN, postId, post.imageHash, card]))
        .digest('base64url')
        .slice(0, 22),
      fileName: `${['footnote', post.username, card.rating?.score ?? 'unrated'].join('-').replaceAll(/[^\w.-]/g, '')}.png`,
    };
  }

  /** Decided from the stream: a view that is behind must not show a hidden post. */
  private async isShown(postId: string): Promise<boolean> {
    const { isPublic, deleted } = await this.states.of(postAggregate, postId);
    return isPublic && !deleted;
  }

  /** The card as a PNG. @throws ServiceUnavailableException if too many requests wait */
  async picture(shared: SharedPost): Promise<Buffer> {
    const isMissing = !this.drawn.has(shared.tag);
    if (isMissing && this.bench.pendingCount >= WAITING_AT_MOST)
      throw new ServiceUnavailableException(
        'Too many pictures are being drawn right now. Please try again in a moment.',
      );
    return this.drawn.forceFetch(shared.tag, { context: shared });
  }

  private async draw({ postId, card }: SharedPost): Promise<Buffer> {
    const photo = await this.images.open(postId, 1280);
    return this.painter.paint(card, photo && photo.bytes);
  }
}

function cardOf(post: Post, badge: WeekBadge): ShareCard {
  const isRated = post.ratingsCount > 0 || post.aiScore !== null;
  return {
    name: post.displayUsername ?? post.username,
    plainName: post.username,
    rating: isRated ? { score: post.averageRating, label: scoreLabel(Number(post.averageRating)) } : null,
    badge:
      isRated && badge.rank !== null
        ? { rank: badge.rank, where: badge.isClosed ? `of ${weekInWords(badge.week)}` : 'this week' }
        : null,
  };
}

/** `2026-W07` as “week 7, 2026”. */
function weekInWords(week: string): string {
  const [year, number] = week.split('-W');
  return `week ${Number(number)}, ${year}`;
}

const LABELS = [
  [9, 'LEGENDARY'],
  [8, 'EXCELLENT'],
  [7, 'GREAT'],
  [6, 'GOOD'],
  [5, 'AVERAGE'],
  [3, 'BELOW AVERAGE'],
] as const;

/** The label of a score out of 10, the same as on the screen. */
export function scoreLabel(score: number): string {
  return LABELS.find(([from]) => score >= from)?.[1] ?? 'NEEDS WORK';
}
