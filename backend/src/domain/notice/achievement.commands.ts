import { Command } from '../../kernel/aggregate.js';
import type { AchievementEvents } from './achievement.events.js';

/** Write down that a post has achieved something. */
export class RecordAchievement extends Command<AchievementEvents['AchievementReached']> {}
