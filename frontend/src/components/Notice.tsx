import type { ReactNode } from 'react';

const looks = {
  danger: 'border-danger bg-danger-wash text-danger',
  calm: 'border-accent bg-wash text-ink',
} as const;

/** A message inside the page. Dangerous ones are read out at once, calm ones when the reader has time. */
export function Notice({ look, children }: { look: keyof typeof looks; children: ReactNode }) {
  return (
    <div
      role={look === 'danger' ? 'alert' : 'status'}
      className={`animate-fade rounded-control border-l-4 px-4 py-3 ${looks[look]}`}
    >
      {children}
    </div>
  );
}
