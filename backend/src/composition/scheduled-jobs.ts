import type { JobPlace } from '../kernel/jobs.js';

/**
 * Where each scheduled job runs, by its class. Whatever appends events, sends mails or deletes is a job of the active process: of
 * several it runs once.
 */
export const SCHEDULED_JOBS: Readonly<Record<string, JobPlace>> = {
  AlarmWatch: 'every process',
  LiveConnections: 'every process',
  LiveFeed: 'every process',
  SharedAssets: 'every process',
  AccountDeletion: 'active process',
  ActivityNotices: 'active process',
  AdminSessions: 'active process',
  AlarmMails: 'active process',
  BoostTimes: 'active process',
  ErasureScrub: 'active process',
  GoodbyeMails: 'active process',
  KeySweep: 'active process',
  LimitsSweeper: 'active process',
  OldAssets: 'active process',
  OwnActDeadlines: 'active process',
  PhotoExpiry: 'active process',
  ProposalDeadlines: 'active process',
  Reconciliation: 'active process',
  RemovedPosts: 'active process',
  SentMailsSweep: 'active process',
  SessionSweeper: 'active process',
  SuspensionEnds: 'active process',
  UnusedPictures: 'active process',
  WaitingMails: 'active process',
  WeekClosing: 'active process',
  WeeklyDigests: 'active process',
};
