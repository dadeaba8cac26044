import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, messageOf, titleOf, watchFailures } from '../../api/api-error.ts';
import { limits } from '../../api/generated/limits.ts';
import type { User } from '../../api/generated/schema.d.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { PassingNotice, usePassing } from '../../components/Notice.tsx';
import { Section } from '../../components/Section.tsx';
import { TextBox } from '../../components/TextBox.tsx';
import { useFailureToast } from '../../components/toast.ts';
import { isAddress, platforms } from '../../lib/social-links.ts';
import { useForm } from '../../lib/use-form.ts';
import { characterCount, lineLength } from '../../components/text-rules.ts';
import { WithheldNote } from '../decisions/WithheldNote.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import {
  draftOf,
  dropDraft,
  editsBetween,
  keepDraft,
  profileChange,
  profileFields,
  type ProfileValues,
  profileValues,
  textOf,
} from './profile-form.ts';
import { useUpdateProfile } from './profile.queries.ts';

/** Called when any call fails because the session has ended, before the page changes; not called after a logout. */
function useLostSession(onLost: () => void): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    return watchFailures(queryClient, (error) => {
      if (error instanceof ApiError && error.status === 401) onLost();
    });
  }, [queryClient, onLost]);
}

const { ProfileRequest: profileLimits, SocialLinksRequest: linkLimits } = limits;

/** A maximum length, for react-hook-form. */
function atMost({ maxLength }: { maxLength: number }, what: string, lengthOf = characterCount) {
  return (text: string) => lengthOf(text) <= maxLength || `${what} has at most ${maxLength} characters`;
}

export function ProfileForm({ user }: { user: User }) {
  const update = useUpdateProfile();
  const failure = useFailureToast();
  const [saved, showSaved] = usePassing();
  const { register, handleSubmit, watch, getValues, setValue, reset, setError, formState } =
    useForm<ProfileValues>({ defaultValues: profileValues(user) });
  const { bio, socialLinks } = watch();
  // Edits from a session that ended come back as unsaved changes.
  const [draft] = useState(() => draftOf(user.id));
  useEffect(() => {
    dropDraft();
    for (const field of profileFields) {
      const text = draft[field];
      if (text !== undefined) setValue(field, text, { shouldDirty: true });
    }
  }, [draft, setValue]);

  useLostSession(() => {
    const edits = editsBetween(formState.defaultValues as ProfileValues, getValues());
    if (Object.keys(edits).length > 0) keepDraft({ userId: user.id, edits });
  });

  /** Adopts the saved values, except for fields that were edited since they were sent. */
  const adopt = (changed: User, sent: ProfileValues): void => {
    const [kept, now] = [editsBetween(sent, getValues()), profileValues(changed)];
    reset(now, { keepValues: true });
    for (const field of profileFields) {
      setValue(field, kept[field] ?? textOf(now, field), { shouldDirty: true });
    }
  };

  const submit = handleSubmit(async (sent) => {
    const before = formState.defaultValues as ProfileValues;
    try {
      const changed = await update.mutateAsync(profileChange(before, sent));
      failure.clear();
      adopt(changed, sent);
      showSaved('Profile updated');
    } catch (error) {
      // The form is gone if the session has ended.
      if (error instanceof ApiError && error.status === 401) return;
      const problems = error instanceof ApiError ? error.fieldErrors : {};
      const wrong = profileFields.filter((field) => problems[field]?.[0]);
      for (const [index, field] of wrong.entries()) {
        setError(field, { message: problems[field]![0]! }, { shouldFocus: index === 0 });
      }
      if (wrong.length === 0) failure.tell(titleOf(error), messageOf(error, 'Failed to update profile'));
    }
  });

  return (
    <form noValidate onSubmit={submit} className="space-y-6">
      <LeaveGuard isDirty={formState.isDirty} />
      <Section title="About You" intro="Everybody who sees your posts can see this.">
        <div className="space-y-5">
          <Field
            label="Display Name"
            autoComplete="nickname"
            dir="auto"
            placeholder={user.anonymousUsername}
            hint="Leave it empty to be shown under your anonymous username."
            {...register('displayUsername', {
              validate: atMost(profileLimits.displayUsername, 'A display name', lineLength),
            })}
          />
          <WithheldNote user={user} part="name" />
          <TextBox
            label="Bio"
            rows={5}
            limit={profileLimits.bio.maxLength}
            {...register('bio', { validate: atMost(profileLimits.bio, 'A bio') })}
            value={bio}
          />
          <WithheldNote user={user} part="bio" />
        </div>
      </Section>
      <Section title="Social Links" intro="A username, or a full address that starts with https://.">
        <div className="space-y-5">
          <WithheldNote user={user} part="links" />
          {platforms.map(({ key, name, base }) => (
            <Field
              key={key}
              label={name}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              lead={isAddress(socialLinks[key]) ? undefined : base.replace(/^https:\/\/(www\.)?/, '')}
              {...register(`socialLinks.${key}`, {
                maxLength: {
                  value: linkLimits[key].maxLength,
                  message: `A link has at most ${linkLimits[key].maxLength} characters`,
                },
              })}
            />
          ))}
        </div>
      </Section>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" busy={update.isPending} className="w-full sm:w-auto">
          {update.isPending ? 'Saving…' : 'Save Changes'}
        </Button>
        <PassingNotice text={saved} />
      </div>
    </form>
  );
}
