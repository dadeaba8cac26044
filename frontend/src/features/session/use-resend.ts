import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { toast } from '../../components/toast-store.ts';
import { rememberReturn } from './return-path.ts';
import { sessionQuery, useResendVerification } from './session.queries.ts';

/**
 * Sends another verification mail to somebody who is signed in, whose link leads back to this page. Meanwhile it looks
 * whether they have verified in another tab whenever they come back to this one.
 */
export function useResend(email: string): { send: () => void; isSending: boolean } {
  const queryClient = useQueryClient();
  const here = useLocation({ select: ({ href }) => href });
  const resend = useResendVerification();
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') {
        void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      }
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [queryClient]);
  const send = (): void => {
    rememberReturn(here);
    resend.mutate(email, {
      onSuccess: ({ message }) => toast({ title: 'Check Your Email!', description: message }),
      onError: (error) =>
        toast({ title: messageOf(error, 'Failed to resend verification email'), look: 'danger' }),
    });
  };
  return { send, isSending: resend.isPending };
}
