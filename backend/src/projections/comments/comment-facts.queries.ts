import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { wholeList } from '../whole-list.js';
import { type CommentDocument, comments } from './comments.projection.js';

/** The ids of all replies to any of these comments; of those alone, not of the replies to replies. */
export class FindRepliesTo extends Query<readonly string[]> {
  constructor(readonly commentIds: readonly string[]) {
    super();
  }
}

@QueryHandler(FindRepliesTo)
export class FindRepliesToHandler implements IQueryHandler<FindRepliesTo> {
  private readonly comments: ViewReader<CommentDocument>;

  constructor(@Inject(Views) views: Views) {
    this.comments = views.of(comments);
  }

  async execute({ commentIds }: FindRepliesTo): Promise<readonly string[]> {
    const found = await wholeList(this.comments, { parentId: { $in: commentIds } }, { _id: 1 });
    return found.map(({ _id }) => _id);
  }
}
