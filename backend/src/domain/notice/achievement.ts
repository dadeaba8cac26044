import { aggregate, type EventOf } from '../../kernel/aggregate.js';
import type * as commands from './achievement.commands.js';
import { type Achievement, achievementEvents } from './achievement.events.js';

/** Whether a post has reached one achievement. */
export interface AchievementState {
  readonly reached: boolean;
}

const recordAchievement = (
  command: commands.RecordAchievement,
  state: AchievementState,
): EventOf<typeof achievementEvents>[] =>
  state.reached ? [] : [{ type: 'AchievementReached', data: command }];

/** The key under which a post reaches an achievement once; week, rank and score are not part of it. */
export function achievementKey(achievement: Achievement): string {
  if (achievement.kind === 'ratings') return `ratings-${achievement.count}`;
  return achievement.kind;
}

type Key = commands.RecordAchievement;

const initial: AchievementState = { reached: false };

export const AchievementRecord = aggregate('achievement', {
  id: (command: Key) => `${command.postId}-${achievementKey(command.achievement)}`,
  initial,
  events: achievementEvents,
}).rules({
  evolve: { AchievementReached: () => ({ reached: true }) },
  decide: { RecordAchievement: recordAchievement },
});
