import { readFileSync } from 'node:fs';
import path from 'node:path';
import { useApp } from '../support/app.js';
import { accountRefusals } from '../support/refusals/account.js';
import { adminRefusals } from '../support/refusals/admin.js';
import { cannotRefuse, provedIn } from '../support/refusals/elsewhere.js';
import { moderationRefusals } from '../support/refusals/moderation.js';
import { paymentRefusals } from '../support/refusals/payments.js';
import { postRefusals } from '../support/refusals/posts.js';
import { routesOf } from '../support/routes.js';

const refusals = [accountRefusals, postRefusals, moderationRefusals, paymentRefusals, adminRefusals].flatMap(
  (table) => Object.entries(table),
);
const SOURCES = path.join(import.meta.dirname, '../../../test/api');

/** The titles of the tests of a file. Those of `it.each` have their placeholders. */
function titlesIn(file: string): string[] {
  const source = readFileSync(path.join(SOURCES, `${file}.spec.ts`), 'utf8');
  return [...source.matchAll(/(?:\bit|\))\(\s*'(.*)'/g)].map(([, title = '']) => title);
}

describe('what a command refuses', () => {
  const app = useApp();

  it.each(refusals)('is answered with its status: %s', async (_, refusal) => {
    const { status, body } = await refusal.call(app);
    expect({ status, body }).toMatchObject({ status: refusal.status, body: refusal.body });
  });

  it('is known of every writing route', () => {
    const routes = routesOf(app).map(({ call }) => call.replaceAll(/:(\w+)/g, '{$1}'));
    // Those of the sandbox do not exist in production.
    const writes = routes.filter((route) => !/^GET | \/sandbox\//.test(route));
    const inTable = refusals.map(([route]) => route);
    const listed = [...inTable, ...Object.keys(provedIn), ...Object.keys(cannotRefuse)];
    expect(listed.toSorted()).toEqual(writes.toSorted());
  });

  it('is proved by one test where the list says so', () => {
    const isProved = (proof: string) => {
      const [file = '', start = ''] = proof.split(': ', 2);
      return titlesIn(file).filter((title) => title.startsWith(start)).length === 1;
    };
    expect(Object.values(provedIn).filter((proof) => !isProved(proof))).toEqual([]);
  });
});
