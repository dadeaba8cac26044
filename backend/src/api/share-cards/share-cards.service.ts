import { createHash } from 'node:crypto';
import { Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { ImageStore } from '../../infrastructure/images/image-store.port.js';
import {
  CARD_DESIGN,
  type ShareCard,
  ShareCardPainter,
} from '../../infrastructure/share-card/share-card.port.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import type { Post } from '../../projections/leaderboard/shown-posts.js';
import { RankReader, type WeekBadge } from '../../projections/weekly/rank.reader.js';

/** What is shown of a public post where it is shared. */
export interface SharedPost {
  readonly postId: string;
  readonly card: ShareCard;
  /** Names these very facts: another rating, name or place has another one. Safe in an address and in a header. */
  readonly tag: string;
  /** What the downloaded card is called; plain ASCII. */
  readonly fileName: string;
}

/** How much memory drawn cards may take, in bytes: some hundred of them. */
const CACHE_BYTES = 32 * 1024 * 1024;
/** How many are drawn at once: there are uploads to develop, too. */
const DRAWN_AT_ONCE = 2;
/** How many may wait for that: some ten seconds. */
const WAITING_AT_MOST = 100;

/** The cards of posts that anybody may see, each drawn once for as long as its facts hold and there is room. */
@Injectable()
export class ShareCards {
  private readonly bench = pLimit(DRAWN_AT_ONCE);
  private readonly drawn = new LRUCache<string, Buffer, SharedPost>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (picture) => picture.length,
    fetchMethod: (_tag, _stale, { context }) => this.bench(() => this.draw(context)),
    // Whoever asked is answered, though others have filled the room meanwhile.
    ignoreFetchAbort: true,
  });

  constructor(
    @Inject(LeaderboardReader) private readonly leaderboard: LeaderboardReader,
    @Inject(RankReader) private readonly ranks: RankReader,
    @Inject(ImageStore) private readonly images: ImageStore,
    @Inject(ShareCardPainter) private readonly painter: ShareCardPainter,
  ) {}

  /**
   * What is shown of a post; null when it is not there or hidden. A hidden one has no card for its owner
   * either: the address has one answer, which anybody on the way may keep.
   */
  async find(postId: string): Promise<SharedPost | null> {
    const [post, badge] = await Promise.all([
      this.leaderboard.post(postId, null),
      this.ranks.weekBadge(postId),
    ]);
    if (!post || !badge) return null;
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

  /** The card as a PNG. @throws ServiceUnavailableException when too many wait for theirs */
  async picture(shared: SharedPost): Promise<Buffer> {
    const isToBeDrawn = !this.drawn.has(shared.tag);
    if (isToBeDrawn && this.bench.pendingCount >= WAITING_AT_MOST)
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

/** The word for a score out of 10, the same as on the screen. */
export function scoreLabel(score: number): string {
  return LABELS.find(([from]) => score >= from)?.[1] ?? 'NEEDS WORK';
}
