import { Command } from '../../kernel/aggregate.js';
import type { AchievementEvents } from './achievement.events.js';

/** Record an achievement of a post. */
export class RecordAchievement extends Command<AchievementEvents['AchievementReached']> {}
