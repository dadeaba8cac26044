import { UndoPostAct } from '../post/post.commands.js';
import type { AppealEvents } from './appeal.events.js';
import type { Decider } from '../moderation/decisions.js';

/** The command that a granted appeal leads to. It can be repeated: the act is undone once. */
export function undoOfAppealed(
  { actId, postId }: Pick<AppealEvents['AppealDecided'], 'actId' | 'postId'>,
  decider: Decider,
): UndoPostAct {
  return new UndoPostAct({ postId, actId, decider, because: 'The appeal was granted.' });
}
