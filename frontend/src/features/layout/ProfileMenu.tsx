import { Link } from '@tanstack/react-router';
import { ChevronDown, LogOut, Settings, ShieldCheck, UserRound } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import type { User } from '../../api/generated/schema.d.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { closeOnEscape } from '../../components/dialog-behaviour.ts';
import { backOfficeLink } from '../../lib/back-office.ts';
import { shownName } from '../../lib/wording.ts';

const item =
  'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-3 font-medium outline-none ' +
  'data-highlighted:bg-wash data-highlighted:text-accent forced-colors:data-highlighted:system-chosen';

export function ProfileMenu({ user, onLogout }: { user: User; onLogout: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={setOpen}>
      <DropdownMenu.Trigger
        aria-label={`Profile menu of ${shownName(user)}`}
        className="flex h-11 items-center gap-2 rounded-control px-1.5 hover:bg-wash data-[state=open]:bg-wash"
      >
        <Avatar name={shownName(user)} colourOf={user.id} pictureUrl={user.profilePictureUrl} />
        <ChevronDown aria-hidden className="size-4" />
      </DropdownMenu.Trigger>
      {/* In the landmark of its button. */}
      <DropdownMenu.Portal container={document.querySelector('header')}>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          onKeyDown={closeOnEscape(() => setOpen(false))}
          className="z-40 max-w-80 min-w-56 animate-fade rounded-card border-[1.5px] border-ink bg-sheet p-1.5 shadow-lift"
        >
          <DropdownMenu.Label className="border-b border-rule px-3 py-2">
            <span dir="auto" translate="no" className="block font-bold break-words">
              {shownName(user)}
            </span>
            <span className="block text-sm break-words text-soft">{user.email}</span>
          </DropdownMenu.Label>
          <div className="pt-1.5">
            <DropdownMenu.Item asChild>
              <Link to="/profile/settings" className={item}>
                <UserRound aria-hidden className="size-4" />
                Profile
              </Link>
            </DropdownMenu.Item>
            <DropdownMenu.Item asChild>
              <Link to="/account/settings" className={item}>
                <Settings aria-hidden className="size-4" />
                Settings
              </Link>
            </DropdownMenu.Item>
            {user.isAdmin && (
              <DropdownMenu.Item asChild>
                <Link to={backOfficeLink.to} className={`lg:hidden ${item}`}>
                  <ShieldCheck aria-hidden className="size-4" />
                  {backOfficeLink.text}
                </Link>
              </DropdownMenu.Item>
            )}
            <DropdownMenu.Item onSelect={onLogout} className={item}>
              <LogOut aria-hidden className="size-4" />
              Logout
            </DropdownMenu.Item>
          </div>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
