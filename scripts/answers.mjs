// Records what the API answers, for the tests of screens, and checks that the contract still allows it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { findChromium } from './chromium.mjs';
import { main, root, run } from './process.mjs';

const usage = `
Usage: npm run answers

Tells a story to the tests' program at a fixed time, opens every page of each kind of person, and writes what the API answers
to frontend/e2e/screens/answers.json.

  --help  shows this
`;

const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** The schema as JSON Schema has it, which has no `nullable`, and without fields that it does not name. */
function exact(schema) {
  if (Array.isArray(schema)) return schema.map(exact);
  if (schema === null || typeof schema !== 'object') return schema;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, exact(part)]),
  );
  if (typeof rest.properties === 'object' && rest.type === 'object') rest.additionalProperties ??= false;
  return nullable === true ? { anyOf: [{ type: 'null' }, rest] } : rest;
}

/** The recorded answers that the contract does not allow, each with what is wrong. */
export function answerFaults() {
  const contract = exact(readJson('backend/openapi.json'));
  // The owner of a boosted post gets more of the boost, which the contract says in words.
  delete contract.components.schemas.PublicBoost.additionalProperties;
  const ajv = new Ajv({ strict: false, allErrors: false });
  addFormats(ajv);
  ajv.addSchema(contract, 'contract');
  const operations = Object.entries(contract.paths)
    .toSorted(([one], [other]) => one.split('{').length - other.split('{').length)
    .map(([path, methods]) => ({
      path,
      methods,
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    }));
  const faultOf = ([name, { status, body }]) => {
    const [method, address] = name.split(' ');
    const found = operations.find(
      ({ methods, pattern }) => method.toLowerCase() in methods && pattern.test(address.split('?')[0]),
    );
    if (!found) return 'the contract has no such operation';
    const pointer = (part) => part.replaceAll('~', '~0').replaceAll('/', '~1');
    const response = found.methods[method.toLowerCase()].responses[status];
    if (!response) return `the contract has no answer ${status}`;
    if (!response.content?.['application/json'])
      return body === undefined ? null : 'the contract has no body';
    const place = [
      'paths',
      pointer(found.path),
      method.toLowerCase(),
      'responses',
      status,
      'content',
      pointer('application/json'),
      'schema',
    ];
    const validate = ajv.getSchema(`contract#/${place.join('/')}`);
    return validate(body) ? null : ajv.errorsText(validate.errors, { dataVar: 'body' });
  };
  return Object.entries(readJson('frontend/e2e/screens/answers.json').answers).flatMap(([viewer, given]) =>
    Object.entries(given).flatMap((answer) => {
      const fault = faultOf(answer);
      return fault === null ? [] : [`${viewer}: ${answer[0]}: ${fault}`];
    }),
  );
}

// `npm run check` imports it.
if (process.argv[1] === import.meta.filename)
  await main(usage, async () =>
    run('playwright', ['test', '--config', 'screenshots.config.ts', '--project', 'answers'], {
      cwd: join(root, 'frontend'),
      env: {
        CHROMIUM_PATH: await findChromium(),
        NODE_OPTIONS: `--import ${join(root, 'frontend/screenshots/standing-time.mjs')}`,
      },
    }),
  );
