import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { Button } from '../../../components/Button.tsx';
import { type Act, textOf } from '../acts/act.ts';
import type { Begin } from '../acts/use-acts.tsx';
import { asItWas, type Subject, trailOf } from '../entity-links/entity-pages.ts';
import { menuItem, menuSheet, rowButton } from '../layout/page.tsx';
import { adminQuery } from '../session/admin.queries.ts';

interface RowMenuProps<Row> {
  row: Row;
  /** What the row is called. */
  name: string;
  acts: readonly Act<Row>[];
  begin: Begin<Row>;
  /** What it is in the audit trail. */
  subject: Subject | undefined;
  open: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Items of its own, after the acts. */
  children?: ReactNode;
}

/** What else can be done with a row, and the ways to its past. */
export function RowMenu<Row>({ row, name, acts, begin, subject, children, ...state }: RowMenuProps<Row>) {
  const { data: admin } = useQuery(adminQuery);
  const trigger = useRef<HTMLButtonElement>(null);
  const past = subject && asItWas(subject, admin?.role);
  return (
    <DropdownMenu.Root modal={false} {...state}>
      <DropdownMenu.Trigger asChild>
        <Button ref={trigger} look="quiet" className={rowButton} aria-label={`More for ${name}`}>
          <Ellipsis aria-hidden className="size-5" />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.getElementById('main')}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className={menuSheet}
          // The keys of the list go on from the row.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            trigger.current?.closest<HTMLElement>('[role=row]')?.focus();
          }}
        >
          {acts.map((act) => (
            <DropdownMenu.Item
              key={act.name}
              onSelect={() => begin(act, [row])}
              className={`${menuItem} ${act.look === 'danger' ? 'text-danger' : ''}`}
            >
              {textOf(act)}
            </DropdownMenu.Item>
          ))}
          {children}
          {subject && (
            <>
              {acts.length > 0 && <DropdownMenu.Separator className="my-1.5 h-px bg-rule" />}
              <DropdownMenu.Item asChild className={menuItem}>
                <Link {...trailOf(subject)}>Audit trail</Link>
              </DropdownMenu.Item>
              {past && (
                <DropdownMenu.Item asChild className={menuItem}>
                  <Link {...past}>As it was</Link>
                </DropdownMenu.Item>
              )}
            </>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
