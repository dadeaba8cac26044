import type { ComponentProps } from 'react';
import type { AdminRole } from '../layout/sections.ts';

const roleNames: Readonly<Record<AdminRole, string>> = {
  moderator: 'Moderator: content and reports',
  finance: 'Finance: payments and refunds',
  owner: 'Owner: everything',
};

export function RoleSelect({ label, ...select }: ComponentProps<'select'> & { label: string }) {
  return (
    <label className="block">
      <span className="mb-1.5 block font-semibold">{label}</span>
      <select
        className="h-12 w-full rounded-control border-[1.5px] border-line bg-sheet px-3.5 hover:border-ink"
        {...select}
      >
        {Object.entries(roleNames).map(([role, text]) => (
          <option key={role} value={role}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
