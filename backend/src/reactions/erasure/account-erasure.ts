import { ReleaseEmail } from '../../domain/account/email.commands.js';
import { DeletePost } from '../../domain/post/post.commands.js';
import type { History } from '../../kernel/history.js';
import type { KernelStore } from '../../kernel/kernel-store.js';
import type { ViewProgress } from '../../kernel/view-progress.js';
import type { ImageStore } from '../../infrastructure/images/image-store.port.js';
import type { Mailer } from '../../infrastructure/mail/mailer.port.js';
import type { Outbox } from '../../infrastructure/mail/outbox.port.js';
import type { SessionStore } from '../../infrastructure/sessions/session-store.port.js';
import { type ContributionParts, CONTRIBUTION_VIEWS, removeContributions } from './contributions.js';
import { type ErasedKeyParts, destroyKey } from './erased-keys.js';
import { noteErased } from './erasure-scrub.js';
import { goodbyeId, isDeleted } from './goodbyes.js';
import type { Reaction } from '../reaction.js';
import { haveSeen } from '../seen-views.js';

/** What the reaction works with. */
export interface ErasureParts extends ContributionParts, ErasedKeyParts {
  readonly views: Pick<ViewProgress, 'seen'>;
  readonly history: History;
  readonly outbox: Pick<Outbox, 'find'>;
  readonly mailer: Mailer;
  readonly images: ImageStore;
  readonly sessions: SessionStore;
  readonly kernel: Pick<KernelStore, 'checkpoint' | 'moveCheckpoint'>;
}

/**
 * Erases the data of a deleted account. The key is destroyed separately in `erased-keys.ts`, which does not wait for
 * views. Every step is idempotent, so an interrupted erasure is repeated from the start. Sending the goodbye mail
 * (`goodbye-mails.ts`) and scrubbing the files (`erasure-scrub.ts`) follow.
 */
export function accountErasure(parts: ErasureParts): Reaction {
  return {
    name: 'account-erasure',
    on: {
      AccountDeleted: async (event) => {
        const { accountId, emailHash, pictureId } = event.data;
        await destroyKey(parts, event);
        await parts.sessions.removeAll(accountId, null);
        // The views list what to remove.
        await haveSeen(parts.views, CONTRIBUTION_VIEWS, event.position);
        await removeContributions(parts, accountId);
        if (pictureId !== null) await parts.images.delete(pictureId);
        await parts.commands.execute(new ReleaseEmail({ emailHash, accountId }));
        const goodbye = await parts.outbox.find(accountId);
        if (goodbye) await parts.mailer.forget(goodbye.to, goodbyeId(accountId));
        await noteErased(parts.kernel, event.position);
      },
      // A post that was being published while its owner's account was deleted.
      PostPublished: async ({ data: { postId, ownerId } }) => {
        if (!(await isDeleted(parts.history, ownerId))) return;
        await parts.commands.execute(new DeletePost({ postId, ownerId, because: 'account deleted' }));
      },
    },
  };
}
