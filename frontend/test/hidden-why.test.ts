import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hiddenWhy } from '../src/lib/wording.ts';

it('says one reason as a clause', () => assert.equal(hiddenWhy(['shows a face']), 'it shows a face'));

it('says several reasons as one clause', () =>
  assert.equal(
    hiddenWhy([
      'shows a face',
      'is too unclear to judge',
      'looks like a photo that somebody else has published',
    ]),
    'it shows a face, is too unclear to judge and looks like a photo that somebody else has published',
  ));
