import type { DryRunNews } from '../../src/control/dry-run-commands.js';
import { progressOf } from '../../src/tools/dry-run.js';

const news: DryRunNews = {
  state: 'building',
  position: 50,
  events: 50,
  head: 200,
  milliseconds: 1000,
  compared: 0,
  result: null,
  error: null,
};

describe('the progress of a dry run', () => {
  it('has a bar, the speed and the time left', () =>
    expect(progressOf(news)).toBe('[########----------------------]  25 %, 50 events/s, 3 s left'));

  it('is empty at the start', () =>
    expect(progressOf({ ...news, position: 0, milliseconds: 0 })).toBe(
      '[------------------------------]   0 %',
    ));

  it('counts the compared documents', () =>
    expect(progressOf({ ...news, state: 'comparing', compared: 7 })).toBe('7 documents compared'));
});
