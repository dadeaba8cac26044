/** The passwords that are known from breaches, beside the list that Footnote brings. */
export abstract class BreachedPasswords {
  abstract has(password: string): Promise<boolean>;
}
