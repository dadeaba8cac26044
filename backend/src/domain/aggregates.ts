import { account } from './account/account.js';
import { email } from './account/email.js';
import { registrations } from './account/registrations.js';
import { username } from './account/username.js';
import type { AnyAggregate } from '../kernel/aggregate.js';
import { comment } from './comment/comment.js';
import { commentLike } from './comment/comment-like.js';
import { like } from './like/like.js';
import { achievement } from './notice/achievement.js';
import { notice } from './notice/notice.js';
import { photo } from './photo/photo.js';
import { uploader } from './photo/uploader.js';
import { post } from './post/post.js';
import { publication } from './post/publication.js';
import { rating } from './rating/rating.js';
import { report } from './report/report.js';
import { week } from './week/week.js';

/** Every aggregate there is: the commands of each go to its stream by the one generic handler. */
export const aggregates: readonly AnyAggregate[] = [
  account,
  email,
  registrations,
  username,
  photo,
  uploader,
  post,
  publication,
  rating,
  like,
  comment,
  commentLike,
  report,
  week,
  achievement,
  notice,
];
