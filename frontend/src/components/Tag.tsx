import type { ReactNode } from 'react';

const looks = {
  plain: 'border-line text-ink',
  good: 'border-good text-good',
  attention: 'border-accent bg-wash text-accent',
  danger: 'border-danger bg-danger-wash text-danger',
} as const;

export type TagLook = keyof typeof looks;

/** A short word about a thing, such as its state. */
export function Tag({ look = 'plain', children }: { look?: TagLook; children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded-[0.9rem] border px-2.5 py-0.5 text-sm leading-tight font-semibold ${looks[look]}`}
    >
      {children}
    </span>
  );
}
