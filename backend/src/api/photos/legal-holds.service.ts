import { Injectable } from '@nestjs/common';
import { Post } from '../../domain/post/post.js';
import { Rejected } from '../../kernel/aggregate.js';
import { States } from '../../kernel/states.js';
import { EscalatedPostsReader } from '../../projections/moderated-posts.js';
import type { AdminUser } from '../http/admins.js';

type Viewer = Pick<AdminUser, 'role'>;

const NONE: ReadonlySet<string> = new Set();

/** Keeps posts under legal hold out of the sight of all admins but owners. */
@Injectable()
export class LegalHolds {
  constructor(
    private readonly states: States,
    private readonly escalated: EscalatedPostsReader,
  ) {}

  /** Whether this admin may not see a post, decided from its stream: a view that is behind must not show it. */
  async hides(postId: string, { role }: Viewer): Promise<boolean> {
    return role !== 'owner' && (await this.states.of(Post, postId)).legalHold !== null;
  }

  /** @throws Rejected (notFound) if this admin may not see the post. `what` is named in the message. */
  async requireVisible(postId: string, admin: Viewer, what = 'Post'): Promise<void> {
    if (await this.hides(postId, admin)) throw new Rejected('notFound', `${what} not found`);
  }

  /** The posts that lists leave out for this admin. */
  async hiddenFrom({ role }: Viewer): Promise<ReadonlySet<string>> {
    return role === 'owner' ? NONE : this.held();
  }

  /** All posts under legal hold: they, and what is about them, are in no queue. */
  held(): Promise<ReadonlySet<string>> {
    return this.escalated.ids();
  }
}
