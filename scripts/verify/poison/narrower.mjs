// Loaded before the program: makes its schemas narrower, like those of an earlier one, which refuses ids that begin with 'later-'.
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/dist/src/kernel/field.js')) return loaded;
    const before = String(loaded.source);
    const source = before.replace('minLength: 1,', "minLength: 1, pattern: '^(?!later-)',");
    if (source === before) throw new Error('The schema of ids was not found.');
    return { ...loaded, source };
  },
});
