import { Check, Columns3 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Button } from '../../../components/Button.tsx';
import type { Column } from './list.ts';
import { barButton, menuItem, menuSheet } from './menu-item.ts';

interface ColumnsMenuProps {
  columns: readonly Pick<Column<never>, 'id' | 'label'>[];
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
}

/** Chooses the columns of a list. The first column stays. */
export function ColumnsMenu({ columns, hidden, onChange }: ColumnsMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button look="secondary" className={barButton}>
          <Columns3 aria-hidden className="size-4" />
          Columns
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.getElementById('main')}>
        <DropdownMenu.Content align="end" sideOffset={6} className={menuSheet}>
          {columns.slice(1).map(({ id, label }) => (
            <DropdownMenu.CheckboxItem
              key={id}
              checked={!hidden.includes(id)}
              // Several columns are chosen at once.
              onSelect={(event) => event.preventDefault()}
              onCheckedChange={(isShown) =>
                onChange(isShown ? hidden.filter((other) => other !== id) : [...hidden, id])
              }
              className={menuItem}
            >
              <span className="grid size-6 place-items-center rounded-[0.25rem] border-[1.5px] border-line">
                <DropdownMenu.ItemIndicator>
                  <Check aria-hidden className="size-4" />
                </DropdownMenu.ItemIndicator>
              </span>
              {label}
            </DropdownMenu.CheckboxItem>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
