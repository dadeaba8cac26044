import { Link } from '@tanstack/react-router';
import {
  Check,
  ChevronDown,
  Footprints,
  LogOut,
  Settings,
  ShieldCheck,
  SunMoon,
  UserRound,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import type { User } from '../../api/generated/schema.d.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { closeOnEscape } from '../../components/dialog-behaviour.ts';
import { chooseTheme, themeStore } from '../../components/ThemeToggle.tsx';
import { backOfficeLink } from '../../lib/back-office.ts';
import { useStore } from '../../lib/create-store.ts';
import { shownName } from '../../lib/wording.ts';
import { useLeave } from './use-leave.ts';

const item =
  'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-3 font-medium outline-none ' +
  'data-highlighted:bg-wash data-highlighted:text-accent forced-colors:data-highlighted:system-chosen';

const sheet = 'z-40 max-w-80 animate-fade rounded-card border-[1.5px] border-ink bg-sheet p-1.5 shadow-lift';

/** In the landmark of its button. */
function Portal({ children }: { children: ReactNode }) {
  return <DropdownMenu.Portal container={document.querySelector('header')}>{children}</DropdownMenu.Portal>;
}

const themes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** The choice of the button in the header, by name. */
function ThemeMenu() {
  const theme = useStore(themeStore);
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className={`${item} data-[state=open]:bg-wash`}>
        <SunMoon aria-hidden className="size-4" />
        Theme
        <ChevronDown aria-hidden className="ml-auto size-4 -rotate-90" />
      </DropdownMenu.SubTrigger>
      <Portal>
        <DropdownMenu.SubContent collisionPadding={8} className={`min-w-36 ${sheet}`}>
          <DropdownMenu.RadioGroup value={theme}>
            {themes.map(([value, text]) => (
              <DropdownMenu.RadioItem
                key={value}
                value={value}
                onSelect={() => chooseTheme(value)}
                className={item}
              >
                {text}
                <DropdownMenu.ItemIndicator className="ml-auto">
                  <Check aria-hidden className="size-4" />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.SubContent>
      </Portal>
    </DropdownMenu.Sub>
  );
}

export function ProfileMenu({ user }: { user: User }) {
  const leave = useLeave();
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
      <Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          onKeyDown={closeOnEscape(() => setOpen(false))}
          className={`min-w-56 ${sheet}`}
        >
          <DropdownMenu.Label className="border-b border-rule px-3 py-2">
            <span dir="auto" translate="no" className="block font-bold break-words">
              {shownName(user)}
            </span>
            <span className="block text-sm break-words text-soft">{user.email}</span>
          </DropdownMenu.Label>
          <div className="pt-1.5">
            <DropdownMenu.Item asChild>
              <Link to="/me" className={item}>
                <Footprints aria-hidden className="size-4" />
                Me
              </Link>
            </DropdownMenu.Item>
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
            <ThemeMenu />
            <DropdownMenu.Item onSelect={leave} className={item}>
              <LogOut aria-hidden className="size-4" />
              Logout
            </DropdownMenu.Item>
          </div>
        </DropdownMenu.Content>
      </Portal>
    </DropdownMenu.Root>
  );
}
