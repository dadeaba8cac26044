import { Command } from '../../kernel/aggregate.js';
import type { PostFacts } from '../post/post-facts.js';
import type { ReportCategory } from './report.events.js';

/** Report a problem with a post. */
export class ReportPost extends Command<{
  post: PostFacts;
  reporterId: string;
  category: ReportCategory;
  reason: string;
}> {}
