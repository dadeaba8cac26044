import type { ReactNode } from 'react';
import { LOOK } from './mail-style.js';

/** Without a component of react-email, which is loaded with the first mail only. */
export function Paragraph({ children }: { readonly children: ReactNode }) {
  return (
    <p className="ink" style={LOOK.said}>
      {children}
    </p>
  );
}

/** A list, one item per line. */
export function List({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul className="ink" style={LOOK.list}>
      {lines.map((line) => (
        <li key={line} style={LOOK.item}>
          {line}
        </li>
      ))}
    </ul>
  );
}
