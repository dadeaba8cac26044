import type { Aggregate, EventOf } from '../../kernel/aggregate.js';
import * as commands from './achievement.commands.js';
import type { Achievement, AchievementEvents } from './achievement.events.js';

/** Whether one post has achieved one thing. */
export interface AchievementState {
  readonly reached: boolean;
}

const recordAchievement = (
  wish: commands.RecordAchievement['data'],
  state: AchievementState,
): EventOf<AchievementEvents>[] => (state.reached ? [] : [{ type: 'AchievementReached', data: wish }]);

/** Names what is achieved once a post, whatever the figures were. */
export function achievementKey(achievement: Achievement): string {
  if (achievement.kind === 'ratings') return `ratings-${achievement.count}`;
  return achievement.kind;
}

export const achievement: Aggregate<AchievementState, AchievementEvents, typeof commands> = {
  category: 'achievement',
  id: (wish) => `${wish.postId}-${achievementKey(wish.achievement)}`,
  initial: { reached: false },
  commands,
  decide: { RecordAchievement: recordAchievement },
  evolve: { AchievementReached: () => ({ reached: true }) },
};
