import { Id } from '../../contract/fields.js';

export class Published {
  @Id() readonly id!: string;
}
