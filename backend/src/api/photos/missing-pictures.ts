import { Inject, Injectable } from '@nestjs/common';
import { ImageStore } from '../../infrastructure/images/image-store.port.js';
import { Clock } from '../../kernel/clock.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';

const MOST = 100;
const EVERY_MS = 60_000;

/** Remembers public posts whose pictures were asked for and have no files. */
@Injectable()
export class MissingPictures {
  private readonly posts = new Set<string>();
  private lookedAt = new Date(0);

  constructor(
    private readonly images: ImageStore,
    @Inject(LeaderboardReader) private readonly board: Pick<LeaderboardReader, 'live'>,
    private readonly clock: Clock,
  ) {}

  /** No files were found for this id. Anybody can ask for pictures that never existed. */
  async notFound(photoId: string): Promise<void> {
    if (this.posts.size >= MOST) return;
    const [post] = await this.board.live([photoId]).catch(() => []);
    if (post) this.posts.add(photoId);
  }

  /** The ids of these posts, without those that are gone; once a minute also without those that have files again. */
  async ofPosts(): Promise<readonly string[]> {
    if (this.posts.size > 0) await this.look().catch(() => undefined);
    return [...this.posts];
  }

  private async look(): Promise<void> {
    const live = new Set((await this.board.live([...this.posts])).map(({ id }) => id));
    for (const id of this.posts) if (!live.has(id)) this.posts.delete(id);
    const now = this.clock.now();
    if (now.getTime() - this.lookedAt.getTime() < EVERY_MS) return;
    this.lookedAt = now;
    await Promise.all(
      [...this.posts].map(async (id) => (await this.images.exists(id)) && this.posts.delete(id)),
    );
  }
}
