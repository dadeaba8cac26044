import { type ComponentProps, type ReactNode, useId } from 'react';
import { counted } from '../lib/wording.ts';
import { useCharacterCount } from './text-rules.ts';

interface TextBoxProps extends Omit<ComponentProps<'textarea'>, 'maxLength' | 'value'> {
  label: string;
  /** Hides the label visually where its position explains the field. */
  isLabelHidden?: boolean;
  value: string;
  /** The maximum length, shown with a counter. A longer text is not cut off but marked as invalid. */
  limit: number;
  /** What is wrong with the value, in one or two sentences. */
  error?: ReactNode;
}

/** A labelled text area with a counter; screen readers hear the counter only near the limit. */
export function TextBox({
  label,
  isLabelHidden = false,
  value,
  limit,
  error,
  id,
  className = '',
  rows = 3,
  ...textarea
}: TextBoxProps) {
  const ownId = useId();
  const textId = id ?? ownId;
  const length = useCharacterCount(value);
  const left = limit - length;
  const described = [error && `${textId}-error`, `${textId}-count`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label
        htmlFor={textId}
        className={isLabelHidden ? 'sr-only' : 'mb-1.5 block font-semibold [overflow-wrap:anywhere]'}
      >
        {label}
      </label>
      <textarea
        id={textId}
        dir="auto"
        rows={rows}
        value={value}
        aria-invalid={error || left < 0 ? true : undefined}
        aria-describedby={described}
        className="block w-full resize-y rounded-control border-[1.5px] border-line bg-sheet px-3.5 py-2.5 placeholder:text-soft hover:border-ink aria-invalid:border-danger"
        {...textarea}
      />
      <div className="mt-1 flex items-start justify-between gap-4 text-[0.9375rem]">
        <p id={`${textId}-error`} role="alert" className="font-medium text-danger">
          {error}
        </p>
        <p id={`${textId}-count`} className={left < 0 ? 'font-semibold text-danger' : 'text-soft'}>
          <span>{`${length}/${limit}`}</span>
          <span className="sr-only"> characters</span>
        </p>
      </div>
      <p role="status" className="sr-only">
        {left < 0
          ? `${counted(-left, 'character')} too many`
          : left <= 20
            ? `${counted(left, 'character')} left`
            : ''}
      </p>
    </div>
  );
}
