import type { Aggregate, EventOf } from '../../kernel/aggregate.js';
import * as commands from './achievement.commands.js';
import type { Achievement, AchievementEvents } from './achievement.events.js';

/** Whether a post has reached one achievement. */
export interface AchievementState {
  readonly reached: boolean;
}

const recordAchievement = (
  command: commands.RecordAchievement['data'],
  state: AchievementState,
): EventOf<AchievementEvents>[] => (state.reached ? [] : [{ type: 'AchievementReached', data: command }]);

/** The key under which a post reaches an achievement once; week, rank and score are not part of it. */
export function achievementKey(achievement: Achievement): string {
  if (achievement.kind === 'ratings') return `ratings-${achievement.count}`;
  return achievement.kind;
}

export const achievement: Aggregate<AchievementState, AchievementEvents, typeof commands> = {
  category: 'achievement',
  id: (command) => `${command.postId}-${achievementKey(command.achievement)}`,
  initial: { reached: false },
  commands,
  decide: { RecordAchievement: recordAchievement },
  evolve: { AchievementReached: () => ({ reached: true }) },
};
