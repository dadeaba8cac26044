import type { AchievementEvents } from './achievement.events.js';

/** Record an achievement of a post. */
export type RecordAchievement = AchievementEvents['AchievementReached'];
