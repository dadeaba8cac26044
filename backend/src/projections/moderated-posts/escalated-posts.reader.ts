import { Injectable } from '@nestjs/common';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { wholeList } from '../whole-list.js';
import { type ModeratedPostDocument, moderatedPosts } from './moderated-posts.projection.js';

/** Reads which posts are under legal hold. */
@Injectable()
export class EscalatedPostsReader {
  private readonly posts: ViewReader<ModeratedPostDocument>;

  constructor(views: Views) {
    this.posts = views.of(moderatedPosts);
  }

  /** The ids of all. There are few. */
  async ids(): Promise<ReadonlySet<string>> {
    const found = await wholeList(this.posts, { status: 'escalated' }, { publishedAt: 1 });
    return new Set(found.map(({ _id }) => _id));
  }
}
