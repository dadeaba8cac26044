import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Email } from '../../domain/account/email.js';
import { Post } from '../../domain/post/post.js';
import { History } from '../../kernel/history.js';
import { KernelStore } from '../../kernel/kernel-store.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { ImageStore } from '../../infrastructure/images/image-store.port.js';
import { Mailer } from '../../infrastructure/mail/mailer.port.js';
import { Outbox } from '../../infrastructure/mail/outbox.port.js';
import { SessionStore } from '../../infrastructure/sessions/session-store.port.js';
import { Contributions, CONTRIBUTION_VIEWS } from './contributions.js';
import { ErasedKeys } from './erased-keys.js';
import { noteErased } from './erasure-scrub.js';
import { goodbyeId, isDeleted } from './goodbyes.js';
import type { Reaction } from '../reaction.js';
import { haveSeen } from '../seen-views.js';

/**
 * Erases the data of a deleted account. The key is destroyed separately in `erased-keys.ts`, which does not wait for
 * views. Every step is idempotent, so an interrupted erasure is repeated from the start. Sending the goodbye mail
 * (`goodbye-mails.ts`) and scrubbing the files (`erasure-scrub.ts`) follow.
 */
@Injectable()
export class AccountErasure implements Reaction {
  constructor(
    private readonly commands: CommandBus,
    private readonly keys: ErasedKeys,
    private readonly contributions: Contributions,
    private readonly views: ViewProgress,
    private readonly history: History,
    private readonly outbox: Outbox,
    private readonly mailer: Mailer,
    private readonly images: ImageStore,
    private readonly sessions: SessionStore,
    private readonly kernel: KernelStore,
  ) {}

  readonly name = 'account-erasure';
  readonly on: Reaction['on'] = {
    AccountDeleted: async (event) => {
      const { accountId, emailHash, pictureId } = event.data;
      await this.keys.destroy(event);
      await this.sessions.removeAll(accountId, null);
      // The views list what to remove.
      await haveSeen(this.views, CONTRIBUTION_VIEWS, event.position);
      await this.contributions.remove(accountId);
      if (pictureId !== null) await this.images.delete(pictureId);
      await this.commands.execute(Email.ReleaseEmail({ emailHash, accountId }));
      const goodbye = await this.outbox.find(accountId);
      if (goodbye) await this.mailer.forget(goodbye.to, goodbyeId(accountId));
      await noteErased(this.kernel, event.position);
    },
    // A post that was being published while its owner's account was deleted.
    PostPublished: async ({ data: { postId, ownerId } }) => {
      if (!(await isDeleted(this.history, ownerId))) return;
      await this.commands.execute(Post.DeletePost({ postId, ownerId, because: 'account deleted' }));
    },
  };
}
