/** The address of a profile picture for admins, who see it also while others do not. */
export function forAdmins(url: string | null): string | null {
  return url?.replace('/images/', '/api/rtm-sys/pictures/') ?? null;
}
