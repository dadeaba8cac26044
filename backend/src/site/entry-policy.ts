/** Where admins sign in, and who is shown the way. */
export class EntryPolicy {
  /**
   * @param loginPath the path of the login page
   * @param isHidden whether only admins and people with `isAdmin` learn that there is a back office
   */
  constructor(
    readonly loginPath: string,
    readonly isHidden: boolean,
  ) {}
}
