import { useEffect, useEffectEvent, useRef } from 'react';
import {
  type FieldValues,
  type Path,
  type PathValue,
  useForm as useReactHookForm,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form';

/** By then a field may have been filled. */
const acts = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'focusout'] as const;

/**
 * The form of `react-hook-form`, which also takes what password managers write into its fields without an event: when somebody
 * acts, and when it is sent.
 */
export function useForm<Values extends FieldValues>(options: UseFormProps<Values>): UseFormReturn<Values> {
  const form = useReactHookForm<Values>(options);
  const element = useRef<HTMLFormElement>(null);
  const take = (): void => {
    for (const field of element.current?.elements ?? []) {
      if (!(field instanceof HTMLInputElement) || /checkbox|radio|file/.test(field.type)) continue;
      const name = field.name as Path<Values>;
      const known: unknown = name && form.getValues(name);
      if (typeof known !== 'string' || known === field.value) continue;
      const value = field.value as PathValue<Values, Path<Values>>;
      form.setValue(name, value, { shouldDirty: true, shouldValidate: options.mode === 'onChange' });
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
      return {
        ...field,
        ref: (input: HTMLInputElement | null) => {
          field.ref(input);
          if (input) element.current = input.form;
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
