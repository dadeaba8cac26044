import { ReleaseEmail } from '../domain/account/email.commands.js';
import { account } from '../domain/account/account.js';
import type { AccountEvents } from '../domain/account/account.events.js';
import type { Recorded } from '../kernel/event.js';
import { DeletePost } from '../domain/post/post.commands.js';
import type { KernelStore } from '../kernel/kernel-store.js';
import type { History } from '../kernel/history.js';
import type { ViewProgress } from '../kernel/view-progress.js';
import type { KeyRing } from '../kernel/key-ring.js';
import type { States } from '../kernel/states.js';
import type { ImageStore } from '../infrastructure/images/image-store.port.js';
import type { Mailer } from '../infrastructure/mail/mailer.port.js';
import type { SessionStore } from '../infrastructure/sessions/session-store.port.js';
import { type Buses, CONTRIBUTION_VIEWS, removeContributions } from './contributions.js';
import { noteErased } from './erasure-scrub.js';
import { accountDeletedLetter } from './mails/deletion-letters.js';
import type { Reaction } from './reaction.js';
import { haveSeen } from './seen-views.js';

/** What the reaction works with. */
export interface ErasureParts extends Buses {
  readonly views: Pick<ViewProgress, 'seen'>;
  readonly history: History;
  readonly mailer: Mailer;
  readonly images: ImageStore;
  readonly sessions: SessionStore;
  readonly keys: KeyRing;
  readonly states: Pick<States, 'forgetAll'>;
  readonly kernel: Pick<KernelStore, 'checkpoint' | 'moveCheckpoint'>;
  readonly site: { readonly publicUrl: string };
}

const REMOVED = [
  'your email address, your password and your names',
  'your profile, with its picture and links',
  'your posts and their pictures',
  'your comments, and the replies to them',
  'your sessions on all devices',
];

/**
 * Does what the end of an account asks for. Every step may be repeated, and a break anywhere is made good by beginning
 * anew; so what needs the person's key, to know their address, comes before the key is destroyed, and all that is left
 * to do after that is to scrub the files (`erasure-scrub.ts`).
 */
export function accountErasure(parts: ErasureParts): Reaction {
  return {
    name: 'account-erasure',
    on: {
      AccountDeleted: async ({ data, position, metadata }) => {
        const { accountId, emailHash, pictureId } = data;
        // The views tell what there is to remove.
        await haveSeen(parts.views, CONTRIBUTION_VIEWS, position);
        await removeContributions(parts, accountId);
        await parts.sessions.removeAll(accountId, null);
        if (pictureId !== null) await parts.images.delete(pictureId);
        await sayGoodbye(parts, accountId, new Date(metadata.at));
        await parts.commands.execute(new ReleaseEmail({ emailHash, accountId }));
        await parts.keys.destroy(accountId);
        parts.states.forgetAll();
        await noteErased(parts.kernel, position);
      },
      // A post that was on its way when its owner's account was deleted.
      PostPublished: async ({ data: { postId, ownerId } }) => {
        if (!(await isDeleted(parts, ownerId))) return;
        await parts.commands.execute(new DeletePost({ postId, ownerId, because: 'account deleted' }));
      },
    },
  };
}

/**
 * Mails the receipt, if the address was proved to be the person's, and lets the mailer forget to whom it ever wrote
 * there.
 */
async function sayGoodbye(parts: ErasureParts, accountId: string, deletedAt: Date): Promise<void> {
  const events = await parts.history.of(streamOf(accountId));
  const registered = events[0] as Recorded<string, AccountEvents['AccountRegistered']> | undefined;
  const address = registered?.data.email ?? null;
  // The key is destroyed: this was done before.
  if (address === null) return;
  const id = `deleted-${accountId}`;
  if (events.some(({ type }) => type === 'EmailVerified')) {
    const letter = await accountDeletedLetter(parts.site.publicUrl, { deletedAt, removed: REMOVED });
    await parts.mailer.send({ id, to: address, ...letter });
  }
  await parts.mailer.forget(address, id);
}

async function isDeleted({ history }: ErasureParts, accountId: string): Promise<boolean> {
  const events = await history.of(streamOf(accountId));
  return events.some(({ type }) => type === 'AccountDeleted');
}

function streamOf(accountId: string): string {
  return `${account.category}-${accountId}`;
}
