import { Bookmark, Plus, Trash2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Field } from '../../../components/Field.tsx';
import type { ListSearch } from '../../../lib/list-search.ts';
import { useForm } from '../../../lib/use-form.ts';
import { barButton, menuItem, menuSheet } from '../layout/page.tsx';
import { useSavedFilters } from '../session/stored-choices.ts';

const LONGEST_NAME = 40;

interface SavedFiltersProps {
  list: string;
  filter: ListSearch;
  onChoose: (filter: ListSearch) => void;
}

/** The filters that the admin keeps in this browser: opens, adds and removes them. */
export function SavedFilters({ list, filter, onChoose }: SavedFiltersProps) {
  const [saved, keep] = useSavedFilters(list);
  const [isNaming, setNaming] = useState(false);
  const { register, handleSubmit, reset } = useForm({ defaultValues: { name: '' } });
  const submit = handleSubmit(({ name }) => {
    const others = saved.filter((other) => other.name !== name.trim());
    keep([...others, { name: name.trim(), filter: { ...filter } }]);
    setNaming(false);
    reset();
  });
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <Button look="secondary" className={barButton}>
            <Bookmark aria-hidden className="size-4" />
            Saved
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal container={document.getElementById('main')}>
          <DropdownMenu.Content align="end" sideOffset={6} className={menuSheet}>
            {saved.map(({ name, filter: chosen }) => (
              <DropdownMenu.Item key={name} onSelect={() => onChoose(chosen)} className={menuItem}>
                <span className="truncate">{name}</span>
              </DropdownMenu.Item>
            ))}
            {saved.length > 0 && <DropdownMenu.Separator className="my-1.5 h-px bg-rule" />}
            <DropdownMenu.Item onSelect={() => setNaming(true)} className={menuItem}>
              <Plus aria-hidden className="size-4" />
              Save this filter…
            </DropdownMenu.Item>
            {saved.map(({ name }) => (
              <DropdownMenu.Item
                key={name}
                onSelect={() => keep(saved.filter((other) => other.name !== name))}
                className={`${menuItem} text-danger`}
              >
                <Trash2 aria-hidden className="size-4 shrink-0" />
                <span className="truncate">Remove “{name}”</span>
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <Dialog
        open={isNaming}
        onOpenChange={setNaming}
        title="Save This Filter"
        description="Search, filters and order, kept in this browser for you."
      >
        <form noValidate onSubmit={submit} className="mt-5 space-y-4">
          <Field
            label="Name"
            maxLength={LONGEST_NAME}
            {...register('name', { validate: (name) => name.trim() !== '' || 'Please enter a name' })}
          />
          <Button type="submit" className="w-full">
            Save
          </Button>
        </form>
      </Dialog>
    </>
  );
}
