import { type ComponentProps, useId } from 'react';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  /** What is wrong with the value, in a sentence. */
  error?: string | undefined;
}

/** A labelled text field; its error is tied to it for screen readers. */
export function Field({ label, error, id, className = '', ...input }: FieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  return (
    <div className={className}>
      <label htmlFor={inputId} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <input
        id={inputId}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${inputId}-error` : undefined}
        className="block h-12 w-full rounded-control border-[1.5px] border-line bg-sheet px-3.5 placeholder:text-soft hover:border-ink aria-invalid:border-danger"
        {...input}
      />
      {error && (
        <p id={`${inputId}-error`} className="mt-1.5 text-[0.9375rem] font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
