import { useEffect, useEffectEvent, useRef } from 'react';
import {
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type RegisterOptions,
  useForm as useReactHookForm,
  type UseFormProps,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';

interface Form<Values extends FieldValues> extends Omit<UseFormReturn<Values>, 'register'> {
  /** The props of a field, with what is wrong with its value. */
  register: <Name extends Path<Values>>(
    name: Name,
    rules?: RegisterOptions<Values, Name>,
  ) => UseFormRegisterReturn<Name> & { error: string | undefined };
}

/** By then a field may have been filled. */
const acts = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'focusout'] as const;

/**
 * The form of `react-hook-form`, which also takes what password managers write into its fields without an event: when somebody
 * acts, and when it is sent.
 */
export function useForm<Values extends FieldValues>(options: UseFormProps<Values>): Form<Values> {
  const form = useReactHookForm<Values>(options);
  /** Not the fields that others have put into the form element. */
  const registered = useRef(new Map<Path<Values>, unknown>());
  const take = (): void => {
    for (const [name, field] of registered.current) {
      const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
      if (!isText || /checkbox|radio|file/.test(field.type)) continue;
      if (form.getValues(name) === field.value) continue;
      const value = field.value as PathValue<Values, Path<Values>>;
      // What the form says of the value before is no longer true.
      const shouldValidate = options.mode === 'onChange' || form.getFieldState(name).invalid;
      form.setValue(name, value, { shouldDirty: true, shouldValidate });
    }
  };
  const onAct = useEffectEvent(take);
  useEffect(() => {
    const look = (): void => onAct();
    for (const act of acts) window.addEventListener(act, look, { capture: true, passive: true });
    return () => {
      for (const act of acts) window.removeEventListener(act, look, { capture: true });
    };
  }, []);
  return {
    ...form,
    register: (name, rules) => {
      const field = form.register(name, rules);
      const error = get(form.formState.errors, name) as FieldError | undefined;
      return {
        ...field,
        error: error?.message,
        ref: (input: unknown) => {
          field.ref(input);
          registered.current.set(name, input);
        },
      };
    },
    handleSubmit: (onValid, onInvalid) => {
      const submit = form.handleSubmit(onValid, onInvalid);
      return (event) => {
        take();
        return submit(event);
      };
    },
  };
}
