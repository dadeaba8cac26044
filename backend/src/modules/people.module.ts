import { Module } from '@nestjs/common';
import { AccountsReader } from '../projections/accounts/accounts.js';
import { PeopleReader } from '../projections/accounts/people.js';
import { NamesReader } from '../projections/names.js';

/** Accounts for their owners, people for all users, and the search by name. */
@Module({
  providers: [AccountsReader, PeopleReader, NamesReader],
  exports: [AccountsReader, PeopleReader, NamesReader],
})
export class PeopleModule {}
