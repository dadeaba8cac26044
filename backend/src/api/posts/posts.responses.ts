import { Id } from '../../contract/fields.js';

/** The new post. */
export class Published {
  @Id() readonly id!: string;
}
