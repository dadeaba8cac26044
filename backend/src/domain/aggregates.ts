import { account } from './account/account.js';
import { email } from './account/email.js';
import { username } from './account/username.js';
import type { AnyAggregate } from './aggregate.js';
import { photo } from './photo/photo.js';
import { post } from './post/post.js';
import { publication } from './post/publication.js';

/** Every aggregate there is: the commands of each go to its stream by the one generic handler. */
export const aggregates: readonly AnyAggregate[] = [account, email, username, photo, post, publication];
