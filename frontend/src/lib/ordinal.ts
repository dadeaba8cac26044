import { lazily } from './lazily.ts';

const endings = { one: 'st', two: 'nd', few: 'rd', other: 'th', many: 'th', zero: 'th' } as const;
const rules = lazily(() => new Intl.PluralRules('en-GB', { type: 'ordinal' }));

/** A rank, e.g. "22nd". */
export function ordinal(rank: number): string {
  return `${rank}${endings[rules().select(rank)]}`;
}
