import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { actingHeader } from './acting-account.ts';
import { type FileToSend, sendFile } from './send-file.ts';
import { failureOf } from './upload-end.ts';

interface UploadOptions<Input, Answer> extends Pick<FileToSend<Answer>, 'path' | 'read'> {
  fieldsOf: (input: Input) => FileToSend<Answer>['fields'] | Promise<FileToSend<Answer>['fields']>;
  /** What to say about a failure that nobody explains. */
  otherwise: string;
  onDone: (answer: Answer) => Promise<void> | void;
}

/**
 * Sends a file, but gives up the answer if the person who sent it has signed out meanwhile: the next one must not get it.
 */
async function sendOwn<Answer>(file: FileToSend<Answer>): Promise<Answer> {
  const sender = actingHeader();
  const answer = await sendFile(file);
  const now = actingHeader();
  const isGone = Object.entries(sender).some(([name, value]) => now[name] !== value);
  if (isGone) throw new DOMException('Another person uses the page now', 'AbortError');
  return answer;
}

/** One upload at a time: its progress, its failure, and how to start and cancel it. Leaving the page cancels it. */
export function useUpload<Input, Answer>({
  path,
  read,
  fieldsOf,
  otherwise,
  onDone,
}: UploadOptions<Input, Answer>) {
  const [progress, setProgress] = useState(0);
  const running = useRef<AbortController>(undefined);
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: async ({ input, controller }: { input: Input; controller: AbortController }) => {
      try {
        const fields = await fieldsOf(input);
        return await sendOwn({ path, read, fields, signal: controller.signal, onProgress: setProgress });
      } finally {
        if (running.current === controller) running.current = undefined;
      }
    },
    onSuccess: onDone,
  });
  useEffect(() => () => running.current?.abort(), []);
  const send = (input: Input): void => {
    // From the first press on: a disabled button works only after the next render.
    if (running.current) return;
    running.current = new AbortController();
    setProgress(0);
    mutate({ input, controller: running.current });
  };
  const cancel = (): void => {
    running.current?.abort();
    running.current = undefined;
    reset();
  };
  const problem = error && !isAbort(error) ? failureOf(error, otherwise) : undefined;
  return { send, cancel, isSending: isPending, progress, problem };
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
