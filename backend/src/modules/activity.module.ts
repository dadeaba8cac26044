import { Module } from '@nestjs/common';
import { ActivityNotices } from '../reactions/mails/activity-notices.js';
import { AlarmMails } from '../reactions/mails/alarm-mails.js';
import { SentMailsSweep } from '../reactions/mails/sent-mails-sweep.js';
import { WaitingMails } from '../reactions/mails/waiting-mails.js';
import { WeeklyDigests } from '../reactions/mails/weekly-digests.js';

/** Achievements of posts, mails about activity on posts, and mails waiting for a retry. */
@Module({
  providers: [AlarmMails, ActivityNotices, SentMailsSweep, WaitingMails, WeeklyDigests],
})
export class ActivityModule {}
