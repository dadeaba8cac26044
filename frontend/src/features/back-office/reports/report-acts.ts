import { api, bodyOf } from '../../../api/client.ts';
import type { AdminReport } from '../../../api/generated/schema.d.ts';
import type { ReasonCode } from '../../../api/reasons.ts';
import type { Act } from '../acts/use-acts.tsx';

type Outcome = Exclude<AdminReport['status'], 'pending'>;

const pathOf = (id: string) => ({ params: { path: { id } } });

/**
 * Decides a report, or all pending ones on its post.
 * @param note for the reporters; may be empty
 */
export const decide = (status: Outcome, note: string, together: boolean): Act<Pick<AdminReport, 'id'>> => ({
  verb: status === 'reviewed' ? 'Review' : 'Dismiss',
  done: status,
  call: ({ id }) =>
    bodyOf(api.PATCH('/api/rtm-sys/reports/{id}', { ...pathOf(id), body: { status, note, together } })),
});

/** Gives a report to an admin, or to nobody. */
export async function assign(id: string, adminId: string | null): Promise<void> {
  await api.POST('/api/rtm-sys/reports/{id}/assign', { ...pathOf(id), body: { adminId } });
}

/** Adds a note to a report, for other admins. */
export async function addNote(id: string, text: string): Promise<void> {
  await api.POST('/api/rtm-sys/reports/{id}/notes', { ...pathOf(id), body: { text } });
}

export async function categorise(id: string, category: ReasonCode): Promise<void> {
  await api.POST('/api/rtm-sys/reports/{id}/category', { ...pathOf(id), body: { category } });
}
