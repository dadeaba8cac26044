import { messageOf } from '../../../api/api-error.ts';
import { toast } from '../../../components/toast.ts';

/** Says that an act failed, and why: the server's message, else the given sentence. */
export function toastFailure(title: string, error: unknown, otherwise = 'Please try again'): void {
  toast({ title, description: messageOf(error, otherwise), look: 'danger' });
}
