import { projection } from '../projection.js';

/** When the last uploads by an account, or from an address, were refused, latest first, as many as the rule asks for. */
export interface RefusalsDocument {
  readonly times: readonly string[];
}

/** So many refusals within a day close the gate for a day. */
export const REFUSALS_A_DAY = 3;

export const refusals = projection<RefusalsDocument>({
  name: 'refusals',
  version: 2,
  indexes: [],
  on: {
    PhotoRefused: {
      ids: ({ data: { uploader, address } }) =>
        address === null ? [uploader] : [...new Set([uploader, address])],
      fold: (before, { metadata }) => ({
        times: [metadata.at, ...(before?.times ?? [])].slice(0, REFUSALS_A_DAY),
      }),
    },
  },
});
