import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { messageOf, titleOf } from '../../api/api-error.ts';
import type { User } from '../../api/generated/schema.d.ts';
import { useSession } from '../../api/session.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { Button } from '../../components/Button.tsx';
import { usePassing } from '../../components/Notice.tsx';
import { apart } from '../../components/on-demand.tsx';
import { Section } from '../../components/Section.tsx';
import { useFailureToast } from '../../components/toast.ts';
import { photoTypes, useReadyPhoto } from '../../components/use-ready-photo.ts';
import { shownName } from '../../lib/wording.ts';
import { WithheldNote } from '../decisions/WithheldNote.tsx';
import { VerifyFirst } from '../session/MembersGate.tsx';
import { useRemovePicture } from './profile.queries.ts';
import { ProfileForm } from './ProfileForm.tsx';

// A chunk of its own, loaded when the first picture is chosen.
const CropDialog = apart(
  () => import('./CropDialog.tsx').then((module) => module.CropDialog),
  undefined,
  ({ onCancel }) => onCancel(),
);

function PictureSection({ user }: { user: User }) {
  const picker = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const remover = useRef<HTMLButtonElement>(null);
  const { ready, choose, discard, problem, isCopying } = useReadyPhoto();
  const failure = useFailureToast();
  const [saved, showSaved] = usePassing();
  const remove = useRemovePicture();

  const finish = (text: string): void => {
    failure.clear();
    discard();
    showSaved(text);
  };

  return (
    <Section
      title="Profile Picture"
      intro="Your feet, your garden, your socks – but no faces or people."
      notice={saved}
    >
      <div className="flex flex-wrap items-center gap-5">
        <Avatar
          name={shownName(user)}
          colourOf={user.id}
          pictureUrl={user.profilePictureUrl}
          className="size-24 text-4xl"
        />
        <div className="flex flex-wrap gap-3">
          <Button ref={opener} look="secondary" busy={isCopying} onClick={() => picker.current?.click()}>
            {isCopying ? 'Making a copy…' : user.profilePictureUrl ? 'Change Picture' : 'Upload Picture'}
          </Button>
          {user.profilePictureUrl && (
            <Button
              ref={remover}
              look="quiet"
              busy={remove.isPending}
              onClick={() =>
                remove.mutate(undefined, {
                  onSuccess: () => {
                    // The button disappears with the picture: its focus moves to the one beside it. If it has gone
                    // already, nothing has the focus.
                    const focused = document.activeElement;
                    if (focused === remover.current || focused === document.body) opener.current?.focus();
                    finish('Picture removed');
                  },
                  onError: (error) =>
                    failure.tell(titleOf(error), messageOf(error, 'Failed to update profile')),
                })
              }
            >
              Remove
            </Button>
          )}
        </div>
        <input
          ref={picker}
          type="file"
          accept={photoTypes}
          aria-label="Profile picture"
          className="hidden"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file) choose(file);
            // Lets the same file be chosen again.
            currentTarget.value = '';
          }}
        />
      </div>
      <div className="mt-4 empty:hidden">
        <WithheldNote user={user} part="picture" />
      </div>
      {problem && (
        <p role="alert" className="mt-4 font-semibold text-danger">
          {problem}
        </p>
      )}
      {ready && (
        <CropDialog
          picture={ready}
          onCancel={discard}
          onReplace={() => {
            discard();
            picker.current?.click();
          }}
          onDone={() => finish('Picture saved')}
        />
      )}
    </Section>
  );
}

/** The public settings of a person. */
export function ProfileSettings() {
  const { user } = useSession();
  // While the redirect after a logout is in progress.
  if (!user) return null;
  return (
    <div className="mx-auto max-w-reading px-4 pt-10 pb-16 sm:px-6 sm:pt-14">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 tabIndex={-1} className="text-4xl sm:text-5xl">
          Profile Settings
        </h1>
        <Link to="/user/$userId" params={{ userId: user.id }} className="text-link">
          View public profile
        </Link>
      </div>
      <div className="mt-8 space-y-6">
        {!user.emailVerified && <VerifyFirst user={user} />}
        <PictureSection user={user} />
        <ProfileForm key={user.id} user={user} />
      </div>
    </div>
  );
}
