import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isRefusedForGood, messageOf } from '../../api/api-error.ts';
import { toast } from '../../components/toast-store.ts';
import { sendPhoto } from './send-photo.ts';

interface SendingOptions<Answer> {
  /** The call that takes the photo. */
  path: '/api/upload' | '/api/posts/publish-direct';
  /** What is said when it fails: the title, and the sentence where the server has none. */
  failure: readonly [title: string, otherwise: string];
  onDone: (answer: Answer) => Promise<void> | void;
}

/** The sending of one photo: how far it is, why it failed and whether for good, and the ways to begin and to stop. */
export function useSending<Answer>({ path, failure: [title, otherwise], onDone }: SendingOptions<Answer>) {
  const [progress, setProgress] = useState(0);
  const controller = useRef<AbortController>(undefined);
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: (photo: File) => {
      controller.current = new AbortController();
      setProgress(0);
      return sendPhoto<Answer>(path, photo, { signal: controller.current.signal, onProgress: setProgress });
    },
    onSuccess: onDone,
    onError: (failure) => {
      if (!isAbort(failure)) toast({ title, description: messageOf(failure, otherwise), look: 'danger' });
    },
  });
  useEffect(() => () => controller.current?.abort(), []);
  const cancel = (): void => {
    controller.current?.abort();
    reset();
  };
  return {
    send: mutate,
    cancel,
    isSending: isPending,
    progress,
    problem: error && !isAbort(error) ? messageOf(error, otherwise) : undefined,
    isRefused: isRefusedForGood(error),
  };
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
