import { readFileSync } from 'node:fs';
import path from 'node:path';
import { REMEDIES } from '../../src/kernel/alarms.js';

const OPERATIONS = path.join(import.meta.dirname, '../../../../docs/operations.md');

it('docs/operations.md says of each alarm what it means and what to do', () => {
  const [, section = ''] = readFileSync(OPERATIONS, 'utf8').split('\n### Alarms\n');
  const [table = ''] = section.split(/\n#+ /);
  const rows = [...table.matchAll(/^\| `([a-z-]+)` +\| (.+?) +\| (.+?) +\|$/gm)];
  expect(rows.map(([, name]) => name)).toEqual(Object.keys(REMEDIES));
  for (const [, name, , advice = ''] of rows) {
    const commands = REMEDIES[name as keyof typeof REMEDIES].match(/npm run [a-z]+ -- [A-Z]+/g) ?? [];
    expect(commands.filter((command) => !advice.includes(command))).toEqual([]);
  }
});
