import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isRefusedForGood, messageOf } from '../../api/api-error.ts';
import type { RatingResult } from '../../api/types.ts';
import { toast } from '../../components/toast-store.ts';
import { uploadPhoto } from './upload-photo.ts';

/** The sending of one photo: how far it is, why it failed and whether for good, and the ways to begin and to stop. */
export function useUpload(onRated: (rating: RatingResult) => void) {
  const [progress, setProgress] = useState(0);
  const controller = useRef<AbortController>(undefined);
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: (photo: File) => {
      controller.current = new AbortController();
      setProgress(0);
      return uploadPhoto(photo, { signal: controller.current.signal, onProgress: setProgress });
    },
    onSuccess: onRated,
    onError: (failure) => {
      if (isAbort(failure)) return;
      toast({ title: 'Upload Failed', description: uploadProblem(failure), look: 'danger' });
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
    problem: error && !isAbort(error) ? uploadProblem(error) : undefined,
    isRefused: isRefusedForGood(error),
  };
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

function uploadProblem(error: unknown): string {
  return messageOf(error, 'Upload failed. Please try again.');
}
