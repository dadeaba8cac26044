import { Inject, Injectable } from '@nestjs/common';
import { ImageStore } from '../../infrastructure/images/image-store.port.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';

/** Anybody can ask for pictures that never existed. */
const MOST = 100;

/** Notices pictures of public posts that have no files: somebody asked for them. */
@Injectable()
export class MissingPictures {
  private readonly askedFor = new Set<string>();

  constructor(
    private readonly images: ImageStore,
    @Inject(LeaderboardReader) private readonly posts: Pick<LeaderboardReader, 'live'>,
  ) {}

  /** No files were found for this id. */
  notFound(photoId: string): void {
    if (this.askedFor.size < MOST) this.askedFor.add(photoId);
  }

  /** The public posts among them that still have no files. All others are forgotten. */
  async ofPosts(): Promise<readonly string[]> {
    const ids = [...this.askedFor];
    const missing = new Set<string>();
    for (const { id } of await this.posts.live(ids)) if (!(await this.images.exists(id))) missing.add(id);
    for (const id of ids) if (!missing.has(id)) this.askedFor.delete(id);
    return [...missing];
  }
}
