import { Module } from '@nestjs/common';
import { achievement } from '../domain/notice/achievement.js';
import { notice } from '../domain/notice/notice.js';
import { ActivityReader } from '../projections/activity/activity.reader.js';
import { activity } from '../projections/activity/activity.projection.js';
import { ActivityNotices } from '../reactions/mails/activity-notices.js';
import { SentMailsSweep } from '../reactions/mails/sent-mails-sweep.js';
import { WaitingMails } from '../reactions/mails/waiting-mails.js';
import type { Capability } from './capability.js';
import { LeaderboardModule } from './leaderboard.module.js';
import { PeopleModule } from './people.module.js';

/** Achievements of posts, mails about activity on posts, and mails waiting for a retry. */
@Module({
  imports: [LeaderboardModule, PeopleModule],
  providers: [ActivityReader, ActivityNotices, SentMailsSweep, WaitingMails],
})
export class ActivityModule {}

export const activityCapability: Capability = {
  module: ActivityModule,
  aggregates: [achievement, notice],
  views: [activity],
  reactions: ['achievements', 'activity-mails'],
};
