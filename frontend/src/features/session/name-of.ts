/** The name a person is shown under: the chosen one, else the one that was given. */
export function nameOf(user: { displayUsername: string | null; anonymousUsername: string }): string {
  return user.displayUsername ?? user.anonymousUsername;
}
