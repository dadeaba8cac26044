import { type ComponentProps, type ReactNode, useId } from 'react';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  /** What is wrong with the value, in one sentence. */
  error?: string | undefined;
  /** Help for filling in the field, shown under it. */
  hint?: ReactNode;
  /** A fixed text before the value, such as the beginning of an address. */
  lead?: string | undefined;
}

/** A labelled text field; screen readers read its error, hint and lead with it. */
export function Field({ label, error, hint, lead, id, className = '', ...input }: FieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const described = [
    lead && `${inputId}-lead`,
    error && `${inputId}-error`,
    hint !== undefined && `${inputId}-hint`,
  ].filter(Boolean);
  return (
    <div className={className}>
      <label htmlFor={inputId} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <div
        className={`flex min-h-12 flex-wrap items-center rounded-control border-[1.5px] bg-sheet has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent ${error ? 'border-danger' : 'border-line hover:border-ink'}`}
      >
        {lead && (
          <span id={`${inputId}-lead`} className="shrink-0 pl-3.5 text-soft">
            {lead}
          </span>
        )}
        <input
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={described.length > 0 ? described.join(' ') : undefined}
          className={`min-h-11 min-w-0 grow basis-24 self-stretch rounded-control bg-transparent pr-3.5 outline-none placeholder:text-soft focus-visible:outline-none ${lead ? 'pl-0.5' : 'pl-3.5'}`}
          {...input}
        />
      </div>
      {error && (
        <p id={`${inputId}-error`} className="mt-1.5 text-[0.9375rem] font-medium text-danger">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${inputId}-hint`} className="mt-1.5 text-[0.9375rem] text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}

interface PasswordFieldProps extends Partial<FieldProps> {
  /** Whether it takes a new password, and not the one that the person has. */
  isNew?: boolean;
}

export function PasswordField({ label = 'Password', isNew = false, ...field }: PasswordFieldProps) {
  return (
    <Field
      label={label}
      type="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      {...field}
    />
  );
}

/** Tells password managers whose password a form takes, where nobody types that. */
export function AccountName({ value }: { value: string | undefined }) {
  return <input type="text" autoComplete="username" value={value ?? ''} readOnly hidden />;
}
