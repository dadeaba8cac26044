import { Module } from '@nestjs/common';
import { AccountsReader } from '../projections/accounts/accounts.reader.js';
import { accounts } from '../projections/accounts/accounts.projection.js';
import { PeopleReader } from '../projections/accounts/people.reader.js';
import { people } from '../projections/accounts/people.projection.js';
import { authors } from '../projections/names/authors.projection.js';
import { NamesReader } from '../projections/names/names.reader.js';
import { names } from '../projections/names/names.projection.js';
import type { Capability } from './capability.js';

/** Accounts for their owners, people for all users, and the search by name. */
@Module({
  providers: [AccountsReader, PeopleReader, NamesReader],
  exports: [AccountsReader, PeopleReader, NamesReader],
})
export class PeopleModule {}

export const peopleCapability: Capability = {
  module: PeopleModule,
  aggregates: [],
  views: [accounts, people, names, authors],
  reactions: [],
};
