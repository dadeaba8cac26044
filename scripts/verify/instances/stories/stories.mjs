// Stories over HTTP alone, each request through another process than the one before: at least one for each route that writes.
import { built } from '../../outage/built.mjs';
import { officeStories } from './office.mjs';
import { siteStories } from './site.mjs';
import { Tale } from './tale.mjs';

/** Routes that write, without a story. */
const left = {
  'POST /api/rtm-sys/acts/{id}/withdraw':
    'An act waits only where nobody else can decide, on a site with one admin.',
};

/** Tells all stories. @returns {Promise<string[]>} what did not hold, and the routes that wrote nothing, one line each */
export async function tellStories(world, instance) {
  const { PERMISSIONS } = await built('test/support/permissions.js');
  const tale = new Tale(world, instance);
  const problems = [];
  for (const [name, tell] of Object.entries({ ...siteStories, ...officeStories })) {
    const started = performance.now();
    try {
      await tell(tale);
      console.log(`ok      ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    } catch (error) {
      console.log(`failed  ${name}: ${error.message}`);
      problems.push(`${name}: ${error.stack}`);
    }
  }
  const routes = [...Object.keys(PERMISSIONS), 'POST /api/stripe/webhook'].filter(
    (route) => !route.startsWith('GET '),
  );
  const isDone = (route) => {
    const pattern = new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return [...tale.done].some((call) => pattern.test(call));
  };
  const missing = routes.filter((route) => !isDone(route) && !Object.hasOwn(left, route));
  console.log(
    `${routes.length - missing.length - Object.keys(left).length} of ${routes.length} routes that write are in a story`,
  );
  return [...problems, ...missing.map((route) => `no story: ${route}`)];
}
