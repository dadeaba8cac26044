import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Account } from '../../domain/account/account.js';
import { Post } from '../../domain/post/post.js';
import { States } from '../../kernel/states.js';
import { CARD_DESIGN, type ShareCard } from '../../infrastructure/share-card/share-card.port.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import type { Post as ShownPost } from '../../projections/leaderboard/shown-posts.js';
import { RankReader, type WeekBadge } from '../../projections/weekly/rank.reader.js';
import { SHEET_TAG, type WantedCard } from './card-drawings.service.js';

/** The share picture of a public post. */
export interface SharedPost extends WantedCard {
  /** The file name of the download, ASCII only. */
  readonly fileName: string;
}

/** Describes the cards of public posts. `card-drawings.service.ts` draws them. */
@Injectable()
export class ShareCards {
  constructor(
    private readonly leaderboard: LeaderboardReader,
    private readonly ranks: RankReader,
    private readonly states: States,
  ) {}

  /**
   * The share picture of a post; null if the post is hidden or does not exist, or its owner is erased: a card that was drawn
   * before may have their name. The owner gets no card of a hidden post either: the address has one response for all users,
   * which proxies may cache.
   */
  async find(postId: string): Promise<SharedPost | null> {
    const [post, badge] = await Promise.all([
      this.leaderboard.post(postId, null),
      this.ranks.weekBadge(postId),
    ]);
    const shown = await this.shownOf(postId);
    if (!post || !badge || !shown.post) return null;
    const card = cardOf(post, badge, shown.sheet);
    const mark = card.sheet ? SHEET_TAG : '';
    return {
      postId,
      card,
      tag:
        mark +
        createHash('sha256')
          .update(JSON.stringify([CARD_DESIGN, postId, post.imageHash, card]))
          .digest('base64url')
          .slice(0, 22),
      fileName: `${['footnote', post.username, card.rating?.score ?? 'unrated'].join('-').replaceAll(/[^\w.-]/g, '')}.png`,
    };
  }

  /**
   * Decided from the stream: a view that is behind must not show a hidden post or score sheet. While the log is unavailable and the post
   * is not in memory, the view decides, as it does about the page of the post.
   */
  private async shownOf(postId: string): Promise<{ readonly post: boolean; readonly sheet: boolean }> {
    const state = await this.states.toRead(Post, postId);
    if (state === null) return { post: true, sheet: false };
    const owner = state.ownerId === null ? null : await this.states.toRead(Account, state.ownerId);
    return {
      post: state.isPublic && !state.deleted && !owner?.deleted,
      sheet: state.isSheetPublic === true,
    };
  }
}

function cardOf(post: ShownPost, badge: WeekBadge, showsSheet: boolean): ShareCard {
  const { scoreSheet } = post;
  const isRated = post.ratingsCount > 0 || post.aiScore !== null;
  return {
    name: post.displayUsername ?? post.username,
    plainName: post.username,
    rating: isRated ? { score: post.averageRating, label: scoreLabel(Number(post.averageRating)) } : null,
    badge:
      isRated && badge.rank !== null
        ? { rank: badge.rank, where: badge.isClosed ? `of ${weekInWords(badge.week)}` : 'this week' }
        : null,
    sheet:
      showsSheet && scoreSheet
        ? {
            'Toe Alignment': scoreSheet.toeAlignment,
            'Toe Nails': scoreSheet.toeNails,
            'Foot Shape': scoreSheet.footShape,
            Aesthetic: scoreSheet.aesthetic,
          }
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
