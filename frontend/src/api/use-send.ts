import type { UseMutationResult } from '@tanstack/react-query';
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { useOneAtATime } from '../lib/use-one-at-a-time.ts';
import { ApiError } from './api-error.ts';

/** The callbacks are not called after the component has unmounted. */
interface Options<Data, Failure, Variables, Values extends FieldValues> {
  /** Of the form whose `fields` show what the server finds wrong with them. The last of them gets the focus. */
  setError?: UseFormSetError<Values>;
  /** Fields that have the same name in the request. */
  fields?: readonly Path<Values>[];
  onSuccess?: (data: Data, variables: Variables) => void;
  onError?: (error: Failure) => void;
  /** Called after `onSuccess` or `onError`. */
  onSettled?: () => void;
}

/** Returns a function that sends a mutation. Its calls are dropped while one is in flight. */
export function useSend<Data, Failure, Variables, Context, Values extends FieldValues>(
  { mutate }: Pick<UseMutationResult<Data, Failure, Variables, Context>, 'mutate'>,
  { setError, fields = [], onSuccess, onError, onSettled }: Options<Data, Failure, Variables, Values> = {},
): (variables: Variables) => void {
  const once = useOneAtATime();
  return (variables) =>
    once((done) =>
      mutate(variables, {
        onSuccess: (data) => onSuccess?.(data, variables),
        onError: (error) => {
          onError?.(error);
          for (const field of fields) {
            const message = error instanceof ApiError && error.fieldErrors[field]?.[0];
            if (message) setError?.(field, { message }, { shouldFocus: true });
          }
        },
        onSettled: () => {
          done();
          onSettled?.();
        },
      }),
    );
}
