import { BadRequestException, Injectable } from '@nestjs/common';
import { NamesReader } from '../../projections/names/names.reader.js';

/** Finds the people whose posts, comments or reports a list is about. */
@Injectable()
export class NamedPeople {
  constructor(private readonly names: NamesReader) {}

  /**
   * The ids for filters by id and by a part of a name; undefined without any.
   * @throws BadRequestException for a part that too many names have
   */
  async idsOf(id: string | undefined, search: string | undefined): Promise<readonly string[] | undefined> {
    const text = search?.trim();
    if (!text) return id === undefined ? undefined : [id];
    const found = await this.names.authorsWith(text);
    if (!found)
      throw new BadRequestException('Too many names have this in them. Please enter more of the name.');
    return id === undefined ? found : found.filter((one) => one === id);
  }
}
