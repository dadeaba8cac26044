import { KnownPassword } from '../auth/password.fields.js';

/** The wish to have one's account deleted, confirmed by the password that one signs in with. */
export class DeletionRequest {
  @KnownPassword()
  readonly password!: string;
}
